-- What changed, written by triggers in the transaction that changes it, so that no writer can forget.
-- Readers resume by transaction id, not by row id: see docs/decisions/002-change-log.md.

create table change_log (
  id        bigint generated always as identity primary key,
  xid       xid8 not null default pg_current_xact_id(),
  -- 'catalogue' stands for all of it at once, after a bulk load.
  entity    text not null check (entity in ('video', 'tag', 'performer', 'partner', 'setting', 'list_text', 'synonym', 'search_redirect', 'catalogue')),
  entity_id text not null,
  at        timestamptz not null default now()
);
create index change_log_by_transaction on change_log (xid, id);

-- One row: every change of a transaction below this one may have been pruned.
create table change_log_horizon (
  only_row     boolean primary key default true check (only_row),
  pruned_below xid8 not null default '0'
);
insert into change_log_horizon default values;

-- An import of a million posts would log three million changes, for an index that is rebuilt anyway. Whoever turns the log off
-- logs a change of the whole catalogue in the end.
create function log_changes() returns trigger language plpgsql as $$
declare
  entity text := tg_argv[0];
  key    text := tg_argv[1];
begin
  if current_setting('marquee.logs_changes', true) = 'off' then
    return null;
  end if;
  if tg_op = 'DELETE' then
    execute format('insert into change_log (entity, entity_id) select distinct %L, %I::text from old_rows', entity, key);
  elsif tg_op = 'INSERT' then
    execute format('insert into change_log (entity, entity_id) select distinct %L, %I::text from new_rows', entity, key);
  else
    execute format('insert into change_log (entity, entity_id)
      select distinct %L, key from (select %I::text from old_rows union select %I::text from new_rows) as rows(key)', entity, key, key);
  end if;
  perform pg_notify('marquee_changes', '');
  return null;
end $$;

-- Each statement on a watched table logs the distinct keys of the rows it touched.
create function watch_changes(watched regclass, entity text, key text) returns void language plpgsql as $$
begin
  execute format('create trigger log_insert after insert on %s referencing new table as new_rows for each statement execute function log_changes(%L, %L)', watched, entity, key);
  execute format('create trigger log_update after update on %s referencing old table as old_rows new table as new_rows for each statement execute function log_changes(%L, %L)', watched, entity, key);
  execute format('create trigger log_delete after delete on %s referencing old table as old_rows for each statement execute function log_changes(%L, %L)', watched, entity, key);
end $$;
