-- Failed attempts are counted in the entry of their hour; every other entry stays as it was written.
create function refuse_audit_changes() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of the audit log are not changed.';
end $$;

create trigger audit_log_is_final before update of after on audit_log
  for each row when (old.action not in ('failed_login', 'failed_proof')) execute function refuse_audit_changes();
