-- What administrators need to work on cases. See docs/decisions/059-deciding-cases.md.
alter table cases
  -- Since when the clock stands still, because the reporter was asked something.
  add column paused_at timestamptz,
  -- When admins were told that a notice about a minor had arrived.
  add column alerted_at timestamptz,
  -- The deadlines that admins were reminded of: at half of the time, and shortly before the end. Another deadline gets reminders of its own.
  add column half_reminded_for timestamptz,
  add column end_reminded_for timestamptz;

-- What a decision changed, so that it can be undone.
alter table case_entries add column details jsonb;

-- Whoever posted what a copyright notice removed disagrees. It returns unless the claimant goes to court.
create table counter_notices (
  id              bigint generated always as identity primary key,
  case_id         bigint not null references cases on delete cascade,
  -- Rows of case_urls.
  url_ids         bigint[] not null,
  name            text not null,
  statement       text not null,
  received_at     timestamptz not null,
  -- After 10 and 14 business days.
  restorable_from timestamptz not null,
  restore_by      timestamptz not null,
  -- The claimant has gone to court.
  stopped_at      timestamptz,
  stopped_by      text,
  restored_at     timestamptz,
  restored_by     text,
  created_at      timestamptz not null default now(),
  created_by      text not null
);
create index counter_notices_by_case on counter_notices (case_id);
create index counter_notices_running on counter_notices (restore_by, case_id) where stopped_at is null and restored_at is null;
