-- How much of its daily cap a source has used, and until when its posts are scheduled.
alter table import_sources
  add column cap_day date,
  add column cap_used integer not null default 0,
  add column scheduled_to timestamptz;
alter table imports
  -- How often it has been through the feed; more than once if the daily cap held rows back.
  add column passes integer not null default 0;
