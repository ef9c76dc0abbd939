-- Every backup that was scheduled, or requested in the back-office. See docs/decisions/043-scheduled-backups.md.
create table backups (
  id           bigint generated always as identity primary key,
  name         text not null,
  -- Null for a scheduled one.
  requested_by text,
  -- Null until a node has begun with it.
  node         text,
  -- The folder, or 'command'.
  target       text,
  started_at   timestamptz not null default now(),
  -- Renewed while the backup is written: an old time tells that its process has died.
  alive_at     timestamptz not null default now(),
  finished_at  timestamptz,
  bytes        bigint,
  videos       bigint,
  -- Why it failed; null for a good one, and until it has finished.
  error        text,
  removed_at   timestamptz
);

-- One at a time, however many nodes there are.
create unique index backups_unfinished on backups ((true)) where finished_at is null;
