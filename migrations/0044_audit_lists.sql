-- The audit log by person, by kind of record and by kind of change, each newest first. The last columns are conditions that
-- are checked in the index, so that rare combinations don't read the whole table.
drop index concurrently if exists audit_log_of_admin;
create index concurrently audit_log_of_admin on audit_log (admin_id, at, id, entity, action);
drop index concurrently if exists audit_log_of_entity;
create index concurrently audit_log_of_entity on audit_log (entity, at, id, action);
drop index concurrently if exists audit_log_of_action;
create index concurrently audit_log_of_action on audit_log (action, at, id);
