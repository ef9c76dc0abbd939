-- What keeps the site running: nodes, jobs, mail, backups and builds.

-- The processes that serve the site, each with its heartbeat. Times are those of the database, so that there is one clock.
-- See docs/decisions/041-nodes.md.
create table nodes (
  -- One for each start of a process.
  id         text primary key,
  name       text not null,
  version    text not null,
  status     text not null check (status in ('starting', 'serving', 'stopping')),
  started_at timestamptz not null default now(),
  seen_at    timestamptz not null default now(),
  state      jsonb not null
);

-- The last run of each job: pg-boss deletes what it knows after a while, and says nothing of jobs that never ran.
create table job_runs (
  job          text primary key,
  started_at   timestamptz(3) not null,
  -- Of the last run that ended, which is earlier than the start while another one is running, or if its process was killed.
  ended_at     timestamptz(3),
  -- Why the last run that ended failed.
  error        text check (length(error) <= 1000),
  succeeded_at timestamptz(3)
);

-- Emails are written here by the transaction that decides, one row per event, and sent by a job.
create table outbox (
  id          bigint generated always as identity primary key,
  event       text not null unique check (length(event) between 1 and 200),
  recipient   text not null check (length(recipient) between 3 and 254),
  subject     text not null check (length(subject) between 1 and 300),
  body        text not null check (length(body) between 1 and 20000),
  status      text not null default 'waiting' check (status in ('waiting', 'sent', 'failed')),
  attempts    integer not null default 0 check (attempts >= 0),
  next_try_at timestamptz(3) not null default now(),
  last_error  text check (length(last_error) <= 1000),
  created_at  timestamptz(3) not null default now(),
  sent_at     timestamptz(3),
  check ((status = 'sent') = (sent_at is not null))
);
create index outbox_waiting on outbox (next_try_at) where status = 'waiting';
-- The back-office counts failed emails on every screen.
create index outbox_failed on outbox (created_at) where status = 'failed';

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

-- The files that browsers load of the builds that nodes have started with, so that every node can answer for the builds of the
-- others, and for earlier ones that open tabs still use. See docs/decisions/042-upgrades.md.
create table builds (
  id      text primary key,
  files   text[] not null,
  -- Renewed while a node runs it.
  used_at timestamptz not null default now()
);

-- By their path below /assets/. A name has a hash of the content in it, so builds share the files that did not change.
create table build_files (
  name     text primary key,
  type     text not null,
  content  bytea not null,
  -- How the content is compressed, as in the header Content-Encoding.
  encoding text not null check (encoding in ('br', 'identity'))
);
