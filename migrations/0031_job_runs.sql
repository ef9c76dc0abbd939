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
