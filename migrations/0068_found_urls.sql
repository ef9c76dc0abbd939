-- Compatible: the trigger only fills a table that the job empties, and fails no write.

-- Posts that a case withholds because they have the same link or picture as what it removed: they are URLs of the case, too.
alter table case_urls
  add column found_by text check (found_by in ('link', 'picture')),
  -- The URLs of the case that they are the same as.
  add column found_from bigint[] not null default '{}';

-- Previews that are uploads are hashed like thumbnails.
create function queue_previews() returns trigger language plpgsql as $$
begin
  insert into saved_pictures (image_url) select unnest(upload_paths(new.preview_urls));
  return null;
end $$;
create trigger queue_previews after insert or update of preview_urls on videos
  for each row when (new.preview_urls <> '{}')
  execute function queue_previews();
update hash_book set queued_to = 0;
