-- Feeds of posts that go in by the hundred thousand (decision 062), also fetched by themselves (decision 066).

create table import_sources (
  id             bigint generated always as identity primary key,
  name           text not null check (length(name) between 1 and 100),
  -- Of feeds that are fetched; null for those that somebody uploads.
  url            text check (length(url) <= 2000),
  -- Null for feeds that are fetched when somebody asks for it.
  every_minutes  integer check (every_minutes between 5 and 10080),
  -- Format, mapping, rules and policies.
  settings       jsonb not null,
  -- Of the last answer.
  etag           text,
  last_modified  text,
  fetched_at     timestamptz,
  next_fetch_at  timestamptz,
  -- Fetches that failed since the last that did not, and why.
  failures       integer not null default 0,
  last_error     text,
  version        integer not null default 1 check (version > 0),
  created_at     timestamptz not null default now(),
  updated_at     timestamptz not null default now(),
  deleted_at     timestamptz,
  -- How much of its daily cap it has used, and until when its posts are scheduled.
  cap_day        date,
  cap_used       integer not null default 0,
  scheduled_to   timestamptz,
  -- Until then somebody fetches it: a later time than now keeps others away, an earlier one tells that they have died.
  fetching_until timestamptz,
  -- What the last answer was.
  last_result    text check (last_result in ('new', 'unchanged', 'failed')),
  -- The import that the last new feed became. No reference: imports refer to sources.
  last_import_id bigint,
  -- Who asked for the next fetch; null if it is only time for it.
  asked_by       bigint references admins on delete set null,
  -- User name and secret for the other server, sealed with a key of the site that is not in the database.
  sealed_login   bytea
);
create unique index import_sources_name on import_sources (lower(name)) where deleted_at is null;
create index import_sources_due on import_sources (next_fetch_at) where next_fetch_at is not null and deleted_at is null;

-- One feed of a source, from its upload to the end of its import.
create table imports (
  id                  bigint generated always as identity primary key,
  source_id           bigint not null references import_sources,
  admin_id            bigint references admins on delete set null,
  -- Stays when the admin is removed.
  admin               text not null,
  origin              text not null check (origin in ('upload', 'url', 'schedule', 'command')),
  file_name           text not null default '',
  bytes               bigint not null default 0,
  -- As they were when it was checked.
  settings            jsonb not null,
  state               text not null default 'receiving'
                        check (state in ('receiving', 'received', 'checking', 'checked', 'running', 'waiting', 'stopped', 'finished',
                          'failed', 'undoing', 'undone')),
  -- Goes on by itself after the dry run, as scheduled feeds and the command line do.
  runs_after_check    boolean not null default false,
  -- How many rows have each outcome in the dry run and in the run.
  checked_counts      jsonb not null default '{}',
  counts              jsonb not null default '{}',
  total_rows          integer,
  -- Rows up to here are done.
  done_rows           integer not null default 0,
  -- Posts of the source, those that the feed lacks, and whether the run takes these down.
  source_posts        integer,
  missing             integer,
  takes_down          boolean not null default false,
  taken_down          integer not null default 0,
  -- Items up to this post were looked at for taking down.
  taken_down_to       bigint not null default 0,
  -- From when on rows that were held back by the daily cap go in.
  resume_at           timestamptz,
  undone              integer not null default 0,
  left_alone          integer not null default 0,
  undone_to           bigint not null default 0,
  -- New and changed rows of which the dry run left values out, and columns that no field reads, with their rows.
  incomplete_rows     integer not null default 0,
  unused_columns      jsonb not null default '[]',
  -- What an admin should know although the import did not fail.
  notice              text,
  error               text,
  -- The process that works on it, which renews the time: an old one tells that the process has died.
  runner              text,
  alive_at            timestamptz not null default now(),
  received_at         timestamptz,
  check_started_at    timestamptz,
  checked_at          timestamptz,
  started_at          timestamptz,
  ended_at            timestamptz,
  undone_by           text,
  undo_started_at     timestamptz,
  undo_ended_at       timestamptz,
  created_at          timestamptz not null default now(),
  -- Whether it changes so much that the index is told once, when it ends, and not of each post.
  is_bulk             boolean not null default false,
  -- How often it has been through the feed; more than once if the daily cap held rows back.
  passes              integer not null default 0,
  -- Feeds are uploaded in parts; this tells when the last one has arrived (decision 067).
  expected_bytes      bigint check (expected_bytes > 0),
  -- Rows that could not be read at all: their posts may be among those that the feed seems to lack.
  lost_rows           integer not null default 0,
  -- The rows that a dry run found unchanged, a bit for each, so that the run need not look them up again.
  unchanged_rows      bytea
);
create index imports_by_source on imports (source_id, id);
create index imports_unfinished on imports (id) where state in ('receiving', 'checking', 'running', 'waiting', 'undoing');

-- The bytes of a feed, in pieces that are compressed by themselves.
create table import_chunks (
  import_id     bigint not null references imports on delete cascade,
  number        integer not null,
  is_compressed boolean not null,
  content       bytea not null,
  primary key (import_id, number)
);
-- Not `storage external` in the table: PostgreSQL 15 does not know it there.
alter table import_chunks alter column content set storage external;

-- The posts that the items of a source became. No references: a check per row would take longer than all else.
create table import_items (
  source_id    bigint not null,
  -- Of the source's own id, or else of the link.
  key          uuid not null,
  -- Of the row as it was read last, and of what it was read with; null if it has to be read again.
  row_hash     uuid,
  -- A post that is missing was removed for good.
  video_id     bigint not null,
  -- The version that an import gave the post, and hashes of the fields as it wrote them.
  version      integer not null,
  fields       bytea not null,
  -- The import that added the post.
  import_id    bigint not null,
  taken_down   boolean not null default false,
  primary key (source_id, key)
);
create index import_items_video on import_items (video_id);
create index import_items_import on import_items (import_id, video_id);

-- What became of rows that are worth reading: all but those that stay the same, and the first of the new ones.
create table import_rows (
  import_id bigint not null references imports on delete cascade,
  outcome   text not null check (outcome in ('new', 'changed', 'incomplete', 'duplicate', 'refused', 'bad', 'heldBack', 'takenDown', 'leftAlone')),
  -- The row's number in the feed; of posts that are taken down or left alone, their id.
  number    bigint not null,
  reason    text not null default '',
  title     text not null default '',
  link      text not null default '',
  -- The post that it became, changes, or is a duplicate of.
  video_id  bigint,
  primary key (import_id, outcome, number)
);

-- What imports overwrote, as long as they can be undone.
create table import_changes (
  import_id bigint not null references imports on delete cascade,
  video_id  bigint not null,
  -- The version that the import gave the post.
  version   integer not null,
  before    jsonb not null,
  primary key (import_id, video_id)
);
