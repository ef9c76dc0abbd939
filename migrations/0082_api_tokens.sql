-- Tokens with which scripts and partners call the API. Only a hash of each is stored.
create table api_tokens (
  id bigint generated always as identity primary key,
  admin_id bigint not null references admins on delete cascade,
  name text not null,
  -- The beginning of the token, by which its owner recognises it.
  prefix text not null,
  token_hash bytea not null unique,
  scopes text[] not null,
  -- Whether it may only add drafts, and change only those.
  drafts_only boolean not null default false,
  -- The network that all its posts carry.
  partner_id bigint references partners on delete cascade,
  -- Of posts, and of pictures, for those that may only add drafts.
  daily_limit integer,
  used_on date not null default current_date,
  posts_that_day integer not null default 0,
  pictures_that_day integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz
);
create index api_tokens_of_admin on api_tokens (admin_id);
create index api_tokens_of_partner on api_tokens (partner_id) where partner_id is not null;

-- Which posts came by a token that may only add drafts: those are the ones that it may change.
create table pushed_posts (
  video_id bigint primary key references videos on delete cascade,
  token_id bigint references api_tokens on delete set null,
  partner_id bigint references partners on delete cascade,
  pushed_at timestamptz not null default now()
);
create index pushed_posts_of_token on pushed_posts (token_id) where token_id is not null;
create index pushed_posts_of_partner on pushed_posts (partner_id) where partner_id is not null;

-- The name of the token that a change was made with.
alter table audit_log add column token text;
