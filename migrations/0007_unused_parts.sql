-- Drops what nothing reads. No code ever used removal cases, the audit log says who changed the settings and when, and
-- nothing cached in memory shows channels or file links.

drop table removal_cases;

alter table settings drop column updated_by, drop column updated_at;
alter table dashboard_figures drop column computed_at;

drop trigger log_insert on channels;
drop trigger log_update on channels;
drop trigger log_delete on channels;
drop trigger log_insert on file_links;
drop trigger log_update on file_links;
drop trigger log_delete on file_links;
delete from change_log where entity in ('channel', 'file_link');
alter table change_log
  drop constraint change_log_entity_check,
  add constraint change_log_entity_check check (entity in ('video', 'tag', 'performer', 'partner', 'setting', 'catalogue'));
