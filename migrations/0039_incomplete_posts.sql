-- Compatible: no released version has this table.
-- A bulk change does not publish posts without an image.
alter table bulk_change_rows
  drop constraint bulk_change_rows_skipped_check,
  add constraint bulk_change_rows_skipped_check check (skipped in ('gone', 'full', 'incomplete', 'changed'));
