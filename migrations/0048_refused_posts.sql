-- Compatible: earlier versions don't write this word.
-- A bulk change does not show posts that may not be listed.
alter table bulk_change_rows
  drop constraint bulk_change_rows_skipped_check,
  add constraint bulk_change_rows_skipped_check
    check (skipped in ('gone', 'full', 'incomplete', 'refused', 'changed'));
