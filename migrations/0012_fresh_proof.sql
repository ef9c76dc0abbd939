-- When the session's admin last proved who they are, by password or passkey.
alter table sessions add column proved_at timestamptz(3) not null default now();
update sessions set proved_at = created_at;

-- Repeated wrong passwords of somebody who is signed in are counted in one entry.
create index audit_log_failed_proofs on audit_log (entity_id, ip, at) where action = 'failed_proof';
