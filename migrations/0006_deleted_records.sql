-- Stars, networks, channels and file links are deleted as videos are: out of sight, and restorable for a while.

alter table performers add column deleted_at timestamptz(3);
alter table partners add column deleted_at timestamptz(3);
alter table channels add column deleted_at timestamptz(3);
alter table file_links add column deleted_at timestamptz(3);
create index performers_deleted on performers (deleted_at) where deleted_at is not null;
create index partners_deleted on partners (deleted_at) where deleted_at is not null;
create index channels_deleted on channels (deleted_at) where deleted_at is not null;
create index file_links_deleted on file_links (deleted_at) where deleted_at is not null;

-- The name of a deleted performer is free for another one.
alter table performers drop constraint performers_slug_key;
create unique index performers_slug on performers (slug) where deleted_at is null;

-- The videos of a performer show it no more, or again, though neither they nor their links change.
create function log_videos_of_performer() returns trigger language plpgsql as $$
begin
  insert into change_log (entity, entity_id)
  select 'video', video_id::text from video_performers where performer_id = new.id;
  return null;
end $$;
create trigger log_videos after update of deleted_at on performers
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function log_videos_of_performer();
