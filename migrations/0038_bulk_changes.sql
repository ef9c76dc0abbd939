-- Changes of many posts at once, each of which can be undone as a whole. See docs/decisions/047-bulk-changes.md.
create table bulk_changes (
  id              bigint generated always as identity primary key,
  admin_id        bigint references admins on delete set null,
  -- Stays when the admin is removed.
  admin           text not null,
  change          jsonb not null,
  -- What was asked for: the filter, or nothing for posts that were selected one by one.
  filter          jsonb,
  state           text not null default 'running'
                    check (state in ('running', 'stopped', 'finished', 'failed', 'undoing', 'undone')),
  -- The posts as they were when it started, ascending.
  video_ids       bigint[] not null,
  total           integer not null,
  -- Those up to here are done, and undone.
  done_id         bigint not null default 0,
  undone_id       bigint not null default 0,
  done            integer not null default 0,
  changed         integer not null default 0,
  skipped         integer not null default 0,
  undone          integer not null default 0,
  not_undone      integer not null default 0,
  -- Why it failed.
  error           text,
  -- The process that runs it, which renews the time: an old one tells that the process has died.
  runner          text,
  alive_at        timestamptz not null default now(),
  started_at      timestamptz not null default now(),
  ended_at        timestamptz,
  undone_by       text,
  undo_started_at timestamptz,
  undo_ended_at   timestamptz
);
create index bulk_changes_unfinished on bulk_changes (id) where state in ('running', 'undoing');

-- What a bulk change did to each post, as long as it can be undone.
create table bulk_change_rows (
  bulk_change_id bigint not null references bulk_changes on delete cascade,
  -- Not a reference: a purged post is reported as gone.
  video_id       bigint not null,
  -- The version that it gave the post; another one tells that somebody has changed the post since.
  version        integer,
  -- What it overwrote; null for a post that it skipped.
  before         jsonb,
  -- Why it, or its undoing, left the post alone.
  skipped        text check (skipped in ('gone', 'full', 'changed')),
  primary key (bulk_change_id, video_id)
);
create index bulk_change_rows_by_video on bulk_change_rows (video_id);
create index bulk_change_rows_skipped on bulk_change_rows (bulk_change_id, video_id) where skipped is not null;
