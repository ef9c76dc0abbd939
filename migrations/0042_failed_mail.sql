-- The back-office counts failed emails on every screen.
drop index concurrently if exists outbox_failed;
create index concurrently outbox_failed on outbox (created_at) where status = 'failed';
