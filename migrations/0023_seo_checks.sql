-- Checks of what search engines see, each with its report.
create table seo_checks (
  id bigint generated always as identity primary key,
  state text not null default 'running' check (state in ('running', 'finished', 'cancelled', 'interrupted')),
  started_by text not null,
  started_at timestamptz not null default now(),
  -- Renewed while the check runs: an old time tells that its process has died.
  alive_at timestamptz not null default now(),
  ended_at timestamptz,
  pages_read integer not null default 0,
  pages_known integer not null default 0,
  problems integer not null default 0,
  report jsonb
);

-- One at a time, however many processes there are.
create unique index seo_checks_running on seo_checks ((true)) where state = 'running';
