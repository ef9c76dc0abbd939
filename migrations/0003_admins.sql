-- Who runs the site, how they sign in, and what they did.

create table admins (
  id                   bigint generated always as identity primary key,
  username             text not null check (length(username) between 3 and 20),
  email                text not null check (length(email) between 3 and 254),
  password_hash        text not null,
  role                 text not null default 'admin' check (role in ('main_admin', 'admin', 'editor', 'moderator', 'finance')),
  is_active            boolean not null default true,
  created_by           bigint references admins on delete set null,
  created_at           timestamptz(3) not null default now(),
  last_login_at        timestamptz(3),
  -- Whether somebody else chose the password, so that its owner has to choose another one first.
  must_change_password boolean not null default false,
  check (role <> 'main_admin' or is_active)
);
create unique index admins_username on admins (lower(username));
create unique index admins_email on admins (lower(email));

-- The last main admin cannot disappear: the lock makes two who leave at once see each other.
create function keep_a_main_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('marquee main admins'));
  if not exists (select from admins where role = 'main_admin' and is_active) then
    raise exception 'the last main admin cannot be removed' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger keep_on_delete after delete on admins
  for each row when (old.role = 'main_admin') execute function keep_a_main_admin();
create trigger keep_on_update after update of role, is_active on admins
  for each row when (old.role = 'main_admin' and (new.role <> 'main_admin' or not new.is_active)) execute function keep_a_main_admin();

-- Only a hash of the token is stored.
create table sessions (
  id           bigint generated always as identity primary key,
  token_hash   bytea not null unique check (length(token_hash) = 32),
  admin_id     bigint not null references admins on delete cascade,
  ip           inet,
  user_agent   text not null default '' check (length(user_agent) <= 500),
  created_at   timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at   timestamptz(3) not null,
  -- When the admin last entered a password or used a passkey.
  proved_at    timestamptz(3) not null default now()
);
create index sessions_by_admin on sessions (admin_id);

-- Browsers in which an admin has signed in before, by the hash of a random cookie: guesses from elsewhere don't lock them out.
create table known_devices (
  token_hash   bytea not null check (length(token_hash) = 32),
  admin_id     bigint not null references admins on delete cascade,
  last_used_at timestamptz(3) not null default now(),
  primary key (token_hash, admin_id)
);
create index known_devices_by_admin on known_devices (admin_id, last_used_at);

-- Failed sign-ins of late, by account and by IP. A success takes back its own count, which may leave none.
create table sign_in_attempts (
  key           text primary key check (length(key) between 1 and 300),
  failures      integer not null check (failures >= 0),
  blocked_until timestamptz(3),
  last_at       timestamptz(3) not null default now()
);
create index sign_in_attempts_by_time on sign_in_attempts (last_at);

-- Authenticator apps (TOTP). Secrets are sealed with a key that is not in the database (AES-256-GCM): 12 bytes of nonce, 20
-- sealed, 16 of tag. Those with 20 bytes are not sealed yet: the site does it when it starts.
create table authenticator_apps (
  admin_id   bigint primary key references admins on delete cascade,
  secret     bytea check (length(secret) = 20 or length(secret) = 48),
  -- Used once the admin has entered a code of it.
  new_secret bytea check (length(new_secret) = 20 or length(new_secret) = 48),
  -- The 30 seconds whose code was last used: no code is accepted twice.
  last_step  bigint not null default 0,
  added_at   timestamptz(3),
  check ((secret is null) = (added_at is null)),
  check (secret is not null or new_secret is not null)
);

-- Passkeys (WebAuthn). The private key never leaves the admin's device.
create table passkeys (
  id            bigint generated always as identity primary key,
  admin_id      bigint not null references admins on delete cascade,
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  public_key    bytea not null check (length(public_key) <= 4096),
  sign_count    bigint not null check (sign_count >= 0),
  name          text not null check (length(name) between 1 and 60),
  created_at    timestamptz(3) not null default now(),
  last_used_at  timestamptz(3)
);
create index passkeys_by_admin on passkeys (admin_id);

-- Deleted when used.
create table recovery_codes (
  admin_id  bigint not null references admins on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (admin_id, code_hash)
);

-- Sign-ins with the right password that still lack the second factor.
create table pending_sign_ins (
  token_hash bytea primary key check (length(token_hash) = 32),
  admin_id   bigint not null references admins on delete cascade,
  expires_at timestamptz(3) not null
);
create index pending_sign_ins_by_admin on pending_sign_ins (admin_id);
create index pending_sign_ins_by_expiry on pending_sign_ins (expires_at);

-- What a passkey has to sign, for the browser that holds the token. Deleted when used.
create table passkey_challenges (
  token_hash bytea primary key check (length(token_hash) = 32),
  purpose    text not null check (purpose in ('sign_in', 'registration', 'proof')),
  challenge  text not null,
  expires_at timestamptz(3) not null
);
create index passkey_challenges_by_expiry on passkey_challenges (expires_at);

-- Tokens with which scripts and partners call the API. Only a hash of each is stored.
create table api_tokens (
  id                bigint generated always as identity primary key,
  admin_id          bigint not null references admins on delete cascade,
  name              text not null,
  -- The beginning of the token, by which its owner recognises it.
  prefix            text not null,
  token_hash        bytea not null unique,
  scopes            text[] not null,
  -- Whether it may only add drafts, and change only those.
  drafts_only       boolean not null default false,
  -- The network that all its posts carry.
  partner_id        bigint references partners on delete cascade,
  -- Of posts, and of pictures, for those that may only add drafts.
  daily_limit       integer,
  used_on           date not null default current_date,
  posts_that_day    integer not null default 0,
  pictures_that_day integer not null default 0,
  created_at        timestamptz not null default now(),
  expires_at        timestamptz,
  last_used_at      timestamptz
);
create index api_tokens_of_admin on api_tokens (admin_id);
create index api_tokens_of_partner on api_tokens (partner_id) where partner_id is not null;

create table audit_log (
  id        bigint generated always as identity primary key,
  at        timestamptz(3) not null default now(),
  admin_id  bigint references admins on delete set null,
  -- Stays when the account is removed.
  admin     text not null,
  ip        inet,
  action    text not null check (length(action) between 1 and 50),
  entity    text not null check (length(entity) between 1 and 50),
  entity_id text not null,
  before    jsonb,
  after     jsonb,
  -- The name of the API token that the change was made with.
  token     text
);
create index audit_log_by_time on audit_log (at);
create index audit_log_by_entity on audit_log (entity, entity_id, id);
create index audit_log_by_admin on audit_log (admin_id, id);
-- By person, by kind of record and by kind of change, each newest first. The last columns are conditions that are checked in the
-- index, so that rare combinations don't read the whole table.
create index audit_log_of_admin on audit_log (admin_id, at, id, entity, action);
create index audit_log_of_entity on audit_log (entity, at, id, action);
create index audit_log_of_action on audit_log (action, at, id);
-- Repeated failures are counted in the entry of their hour.
create index audit_log_failed_sign_ins on audit_log (entity_id, ip, at) where action = 'failed_login';
create index audit_log_failed_proofs on audit_log (entity_id, ip, at) where action = 'failed_proof';

-- Every other entry stays as it was written.
create function refuse_audit_changes() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of the audit log are not changed.';
end $$;
create trigger audit_log_is_final before update of after on audit_log
  for each row when (old.action not in ('failed_login', 'failed_proof')) execute function refuse_audit_changes();
