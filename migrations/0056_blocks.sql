-- Everything of a host, performer or partner is hidden with one decision. See docs/decisions/060-blocks.md.
-- Compatible: older versions go on to show the names of blocked performers and partners, but not their posts.
alter table performers add column blocked_at timestamptz;
alter table partners add column blocked_at timestamptz;
alter table blocks
  -- How many posts there were of it when it was made.
  add column posts integer not null default 0,
  -- When no post of it was left to withhold; it is looked at again from time to time.
  add column swept_at timestamptz,
  -- When all posts that it held were released, after it was lifted.
  add column released_at timestamptz;

-- Posts that visitors see show the name of their performer no more, or again, though neither they nor their links change.
create function log_shown_videos_of_performer() returns trigger language plpgsql as $$
begin
  insert into change_log (entity, entity_id)
  select 'video', video_id::text from video_performers join videos on videos.id = video_id
  where performer_id = new.id and state = 'published';
  return null;
end $$;
create trigger log_blocked after update of blocked_at on performers
  for each row when (old.blocked_at is distinct from new.blocked_at) execute function log_shown_videos_of_performer();
