-- Known browsers of admins, told by a random cookie of which only the hash is stored: guesses from elsewhere do not lock
-- them out.
create table known_devices (
  token_hash   bytea not null check (length(token_hash) = 32),
  admin_id     bigint not null references admins on delete cascade,
  last_used_at timestamptz(3) not null default now(),
  primary key (token_hash, admin_id)
);
create index known_devices_by_admin on known_devices (admin_id, last_used_at);

-- IPs no longer make a sign-in trusted.
drop index audit_log_sign_ins;
-- Repeated failures are counted in one entry.
create index audit_log_failed_sign_ins on audit_log (entity_id, ip, at) where action = 'failed_login';

-- A success takes its own count back, which may leave none.
alter table sign_in_attempts
  drop constraint sign_in_attempts_failures_check,
  add constraint sign_in_attempts_failures_check check (failures >= 0);
