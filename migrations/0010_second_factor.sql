-- Second factors of admins.

-- Authenticator apps (TOTP). A new secret is only used once the admin has entered a code of it.
create table authenticator_apps (
  admin_id   bigint primary key references admins on delete cascade,
  secret     bytea check (length(secret) = 20),
  new_secret bytea check (length(new_secret) = 20),
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

-- Sign-ins with the right password that still lack the second factor. The token itself is only in the browser.
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
