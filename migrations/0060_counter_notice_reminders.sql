-- When admins were reminded of a counter-notice: at half of its time, and shortly before the end. See docs/decisions/059-deciding-cases.md.
alter table counter_notices
  add column half_reminded_at timestamptz,
  add column end_reminded_at timestamptz;
