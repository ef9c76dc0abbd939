-- The queue: what may show a minor first, then what has a running clock, by deadline.
drop index concurrently if exists cases_by_urgency;
create index concurrently cases_by_urgency on cases ((kind <> 'minor'), (paused_at is not null), due_at, id) where status <> 'decided';
drop index concurrently if exists cases_by_email;
create index concurrently cases_by_email on cases (lower(reporter_email) text_pattern_ops) where reporter_email <> '';
-- Of which admins are still to be told.
drop index concurrently if exists cases_to_remind_of;
create index concurrently cases_to_remind_of on cases (due_at, id)
  where status <> 'decided' and end_reminded_for is distinct from due_at;
drop index concurrently if exists cases_to_alert_of;
create index concurrently cases_to_alert_of on cases (id) where kind = 'minor' and alerted_at is null;
