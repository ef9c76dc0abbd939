-- Uploads, hashes of pictures, and what was removed and stays down: links, the source's own ids, and pictures.

-- Files that visitors have uploaded, so that every process and every backup has them. A name is the path below /uploads/ and has
-- a hash of the content in it: the content never changes under its name. See docs/decisions/038-uploads-in-the-database.md.
create table uploads (
  name       text primary key,
  content    bytea not null,
  -- When it was last uploaded: an upload that nothing refers to is not removed on the same day.
  created_at timestamptz not null default now()
);

-- Whoever changes a list or a hash that is kept counts up first, and so waits for the one before: the numbers are in commit order.
create table hash_book (
  only_row   boolean primary key default true check (only_row),
  generation bigint not null default 0,
  -- Up to which id the pictures of posts that are older than this table wait to be hashed.
  queued_to  bigint not null default 0
);
insert into hash_book default values;

-- The pictures of posts.
create table image_hashes (
  id          bigint generated always as identity primary key,
  image_url   text not null,
  state       text not null default 'waiting' check (state in ('waiting', 'hashed', 'flat', 'failed')),
  -- 16 hexadecimal digits.
  hash        text check (hash ~ '^[0-9a-f]{16}$'),
  tries       smallint not null default 0,
  next_try_at timestamptz not null default now(),
  -- Why it could not be hashed the last time.
  problem     text,
  hashed_at   timestamptz
);
create unique index image_hashes_url on image_hashes (md5(image_url));
create index image_hashes_waiting on image_hashes (next_try_at) where state = 'waiting';

-- Pictures of posts that were saved, until the job has queued them. The same one may be here twice: with a unique index, whoever saves
-- a post would wait for others who save one with the same picture.
create table saved_pictures (
  id        bigint generated always as identity primary key,
  image_url text not null
);

-- Once per statement, because imports add many posts with one.
create function queue_pictures() returns trigger language plpgsql as $$
begin
  insert into saved_pictures (image_url) select image_url from new_rows where image_url ~ '^(https?://|/uploads/)';
  insert into saved_pictures (image_url)
  select path from new_rows, unnest(upload_paths(preview_urls)) as path where preview_urls <> '{}';
  return null;
end $$;
create trigger queue_pictures after insert on videos referencing new table as new_rows
  for each statement execute function queue_pictures();

create function queue_picture() returns trigger language plpgsql as $$
begin
  insert into saved_pictures (image_url) values (new.image_url);
  return null;
end $$;
create trigger queue_picture after update of image_url on videos
  for each row when (new.image_url ~ '^(https?://|/uploads/)') execute function queue_picture();

-- Previews that are uploads are hashed like thumbnails.
create function queue_previews() returns trigger language plpgsql as $$
begin
  insert into saved_pictures (image_url) select unnest(upload_paths(new.preview_urls));
  return null;
end $$;
create trigger queue_previews after update of preview_urls on videos
  for each row when (new.preview_urls <> '{}') execute function queue_previews();

-- The links that cases removed. See docs/decisions/055-stays-down.md. The number of the case is stored as well: it is shown even
-- after the case has been deleted.
create table kept_links (
  id          bigint generated always as identity primary key,
  case_id     bigint not null,
  case_number text not null,
  -- The post that was removed; null for a link that was reported as such.
  video_id    bigint,
  url         text not null,
  link_key    text not null,
  source_key  text,
  created_at  timestamptz not null default now(),
  -- When posts that were there already have been compared with it.
  compared_at timestamptz
);
create unique index kept_links_once on kept_links (case_id, md5(link_key));
create index kept_links_key on kept_links using hash (link_key);
create index kept_links_source on kept_links using hash (source_key);
create index kept_links_new on kept_links (id) where compared_at is null;

-- The pictures of posts that cases removed.
create table kept_pictures (
  id          bigint generated always as identity primary key,
  case_id     bigint not null,
  case_number text not null,
  video_id    bigint,
  image_url   text not null,
  -- 16 hexadecimal digits; null until the picture is hashed, and for one that cannot be.
  hash        text check (hash ~ '^[0-9a-f]{16}$'),
  -- Of hash_book, when the hash or `removed_at` was set: processes read what is newer than what they know.
  generation  bigint not null default 0,
  created_at  timestamptz not null default now(),
  compared_at timestamptz,
  removed_at  timestamptz,
  -- When a picture was found on so many posts that it is a placeholder, which identifies nothing.
  common_at   timestamptz
);
create unique index kept_pictures_once on kept_pictures (case_id, md5(image_url)) where removed_at is null;
create index kept_pictures_generation on kept_pictures (generation);
create index kept_pictures_image on kept_pictures using hash (image_url);

-- Posts that were here before their host was named as a mirror of one from which a case removed something: an admin decides about them.
create table mirror_matches (
  kept_link_id bigint not null references kept_links (id) on delete cascade,
  video_id     bigint not null references videos (id) on delete cascade,
  -- Of the post, as they were when it was found: one that leads somewhere else by now is no match.
  link         text not null,
  iframe_url   text not null,
  found_at     timestamptz not null default now(),
  decision     text check (decision in ('withheld', 'kept')),
  primary key (kept_link_id, video_id)
);
create index mirror_matches_video on mirror_matches (video_id);

-- Hashes of others, eight bytes each. A list never changes once it is stored.
create table hash_lists (
  id          bigint generated always as identity primary key,
  name        text not null,
  hashes      bytea not null,
  size        integer not null,
  created_at  timestamptz not null default now(),
  created_by  bigint references admins (id) on delete set null,
  deleted_at  timestamptz,
  -- The last picture that was there already and has been compared with it; null after the last one.
  compared_to bigint default 0
);

-- Posts whose pictures are on a list, for an admin to decide.
create table hash_matches (
  list_id  bigint not null references hash_lists (id) on delete cascade,
  video_id bigint not null references videos (id) on delete cascade,
  distance smallint not null,
  found_at timestamptz not null default now(),
  decision text check (decision in ('withheld', 'kept')),
  primary key (list_id, video_id)
);
create index hash_matches_video on hash_matches (video_id);
create index hash_matches_undecided on hash_matches (video_id) where decision is null;

-- How far the job has come that compares everything again and again.
create table stay_down_progress (
  only_row            boolean primary key default true check (only_row),
  -- The mirrors that kept links are being compared on, or have been.
  mirrors             text not null default '[]',
  -- The last kept link that was compared on them; null after the last one.
  mirrors_compared_to bigint,
  -- The last picture of which it is known that something uses it.
  pictures_checked_to bigint not null default 0
);
insert into stay_down_progress default values;
