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
