-- Who runs the site, and what they did.

create table admins (
  id            bigint generated always as identity primary key,
  username      text not null check (length(username) between 3 and 20),
  email         text not null check (length(email) between 3 and 254),
  password_hash text not null,
  role          text not null default 'admin' check (role in ('main_admin', 'admin')),
  is_active     boolean not null default true,
  created_by    bigint references admins on delete set null,
  created_at    timestamptz(3) not null default now(),
  last_login_at timestamptz(3),
  check (role <> 'main_admin' or is_active)
);
create unique index admins_username on admins (lower(username));
create unique index admins_email on admins (lower(email));

-- The token itself is only ever in the browser.
create table sessions (
  id           bigint generated always as identity primary key,
  token_hash   bytea not null unique check (length(token_hash) = 32),
  admin_id     bigint not null references admins on delete cascade,
  ip           inet,
  user_agent   text not null default '' check (length(user_agent) <= 500),
  created_at   timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at   timestamptz(3) not null
);
create index sessions_by_admin on sessions (admin_id);

create table audit_log (
  id        bigint generated always as identity primary key,
  at        timestamptz(3) not null default now(),
  admin_id  bigint references admins on delete set null,
  admin     text not null,
  ip        inet,
  action    text not null check (length(action) between 1 and 50),
  entity    text not null check (length(entity) between 1 and 50),
  entity_id text not null,
  before    jsonb,
  after     jsonb
);
create index audit_log_by_entity on audit_log (entity, entity_id, id);
create index audit_log_by_admin on audit_log (admin_id, id);
