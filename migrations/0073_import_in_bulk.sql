-- Compatible: the triggers write the same as before unless a transaction asks them not to, which older versions never do.
alter table imports
  -- Whether it changes so much that the index is told once, when it ends, and not of each post.
  add column is_bulk boolean not null default false;

-- An import of a million posts would log three million changes, for an index that is rebuilt anyway. Whoever sets this logs a change of
-- the whole catalogue in the end.
create or replace function log_changes() returns trigger language plpgsql as $$
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

-- Once per statement instead of once per row.
create function queue_pictures() returns trigger language plpgsql as $$
begin
  insert into saved_pictures (image_url) select image_url from new_rows where image_url ~ '^(https?://|/uploads/)';
  insert into saved_pictures (image_url)
  select path from new_rows, unnest(upload_paths(preview_urls)) as path where preview_urls <> '{}';
  return null;
end $$;
drop trigger queue_picture on videos;
drop trigger queue_previews on videos;
create trigger queue_pictures after insert on videos referencing new table as new_rows
  for each statement execute function queue_pictures();
create trigger queue_picture after update of image_url on videos
  for each row when (new.image_url ~ '^(https?://|/uploads/)') execute function queue_picture();
create trigger queue_previews after update of preview_urls on videos
  for each row when (new.preview_urls <> '{}') execute function queue_previews();
