-- Compatible: the trigger only fills a table that older versions don't know, and fails no write.
-- What was removed stays down: links, the source's own ids, and pictures.

-- The id by which the source itself knows a video, after its host: /video/12345/title and /embed/12345 are the same one.
create function link_source(link text) returns text language sql immutable strict parallel safe
return link_host(link) || ' ' || coalesce(
  -- ?v=abc, ?viewkey=abc, ?video_id=123
  substring(link from '(?i)[?&](?:v|vid|vkey|viewkey|video_?id)=([a-z0-9_-]{3,64})(?=[&#]|$)'),
  -- video.php?id=123
  substring(link from '(?i)^https?://[^?#]*/[^/?#]*(?:video|watch|view|embed|play|clip)[^/?#]*/?\?(?:[^#]*&)?id=([a-z0-9_-]{1,64})(?=[&#]|$)'),
  -- /video/12345/title, /watch/12345-title, /video-12345.html, but no date such as /videos/20260131/title
  substring(link from '(?i)^https?://[^/?#]+(?:/[^?#]*)?/(?:videos?|watch|view|v|embed|e|play|player|clips?|movies?|scenes?)[-_./]?(?!(?:19|20)\d\d[01]\d[0-3]\d(?!\d))(\d{5,20})(?=[-_./?#]|$)'),
  -- /embed/ab12cd34, /v/ab12cd34/title, /video.ab12cd34/title
  substring(link from '(?i)^https?://[^/?#]+(?:/[^?#]*)?/(?:videos?|watch|view|v|embed|e|play|player|clips?|movies?|scenes?)[./](?=[a-z_]*\d)(?=\d*[a-z_])([a-z0-9_]{6,32})(?=[/?#]|$)'),
  -- /12345/title
  substring(link from '(?i)^https?://[^/?#]+/(?!(?:19|20)\d\d[01]\d[0-3]\d(?!\d))(\d{5,20})(?=[/?#]|$)'),
  -- /title-12345, /title-12345.html
  substring(link from '(?i)^https?://[^/?#]+/[^?#]*[-_/](?!(?:19|20)\d\d[01]\d[0-3]\d(?!\d))(\d{5,20})(?:\.html?|/)?(?=[?#]|$)'));

-- The addresses that cases removed. The number of the case is kept as well: it is told although a case may be removed one day.
create table kept_links (
  id bigint generated always as identity primary key,
  case_id bigint not null,
  case_number text not null,
  -- The post that was removed; null for an address that was reported as such.
  video_id bigint,
  url text not null,
  link_key text not null,
  source_key text,
  created_at timestamptz not null default now(),
  -- When posts that were there already have been compared with it.
  compared_at timestamptz
);
create unique index kept_links_once on kept_links (case_id, md5(link_key));
create index kept_links_key on kept_links using hash (link_key);
create index kept_links_source on kept_links using hash (source_key);
create index kept_links_new on kept_links (id) where compared_at is null;

-- The pictures of posts that cases removed.
create table kept_pictures (
  id bigint generated always as identity primary key,
  case_id bigint not null,
  case_number text not null,
  video_id bigint,
  image_url text not null,
  -- 16 hexadecimal digits; null until the picture is hashed, and for one that cannot be.
  hash text check (hash ~ '^[0-9a-f]{16}$'),
  -- Of hash_book, when the hash or `removed_at` was set: processes read what is newer than what they know.
  generation bigint not null default 0,
  created_at timestamptz not null default now(),
  compared_at timestamptz,
  removed_at timestamptz
);
create unique index kept_pictures_once on kept_pictures (case_id, md5(image_url)) where removed_at is null;
create index kept_pictures_generation on kept_pictures (generation);
create index kept_pictures_image on kept_pictures using hash (image_url);

-- Hashes of others, eight bytes each. A list never changes once it is stored.
create table hash_lists (
  id bigint generated always as identity primary key,
  name text not null,
  hashes bytea not null,
  size integer not null,
  created_at timestamptz not null default now(),
  created_by bigint references admins (id) on delete set null,
  deleted_at timestamptz,
  -- The last picture that was there already and has been compared with it; null after the last one.
  compared_to bigint default 0
);

-- Posts whose pictures are on a list, for an admin to decide.
create table hash_matches (
  list_id bigint not null references hash_lists (id) on delete cascade,
  video_id bigint not null references videos (id) on delete cascade,
  distance smallint not null,
  found_at timestamptz not null default now(),
  decision text check (decision in ('withheld', 'kept')),
  primary key (list_id, video_id)
);
create index hash_matches_video on hash_matches (video_id);
create index hash_matches_undecided on hash_matches (video_id) where decision is null;

-- Whoever changes a list or a hash that is kept counts up first, and so waits for the one before: the numbers are in commit order.
create table hash_book (
  only_row boolean primary key default true check (only_row),
  generation bigint not null default 0,
  -- Up to which id the pictures of posts that are older than this table wait to be hashed.
  queued_to bigint not null default 0
);
insert into hash_book default values;

-- The pictures of posts.
create table image_hashes (
  id bigint generated always as identity primary key,
  image_url text not null,
  state text not null default 'waiting' check (state in ('waiting', 'hashed', 'flat', 'failed')),
  hash text check (hash ~ '^[0-9a-f]{16}$'),
  tries smallint not null default 0,
  next_try_at timestamptz not null default now(),
  -- Why it could not be hashed the last time.
  problem text,
  hashed_at timestamptz
);
create unique index image_hashes_url on image_hashes (md5(image_url));
create index image_hashes_waiting on image_hashes (next_try_at) where state = 'waiting';

-- Pictures of posts that were saved, until the job has queued them. The same one may be here twice: with a unique index, whoever saves
-- a post would wait for others who save one with the same picture.
create table saved_pictures (
  id bigint generated always as identity primary key,
  image_url text not null
);

create function queue_picture() returns trigger language plpgsql as $$
begin
  insert into saved_pictures (image_url) values (new.image_url);
  return null;
end $$;
create trigger queue_picture after insert or update of image_url on videos
  for each row when (new.image_url ~ '^(https?://|/uploads/)')
  execute function queue_picture();
