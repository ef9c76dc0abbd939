-- Pages that other services are to hear of: IndexNow of a changed video, a WebSub hub of a changed feed. A path waits once,
-- however often it changes, until a job has notified the service or given up.
create table announcements (
  service     text not null check (service in ('indexnow', 'websub')),
  path        text not null check (length(path) between 1 and 2048),
  attempts    integer not null default 0 check (attempts >= 0),
  next_try_at timestamptz(3) not null default now(),
  primary key (service, path)
);
create index announcements_due on announcements (service, next_try_at);
