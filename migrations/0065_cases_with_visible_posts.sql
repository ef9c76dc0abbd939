-- Notices that came when others had used up what may be hidden by themselves, of which admins are still to be told.
drop index concurrently if exists cases_with_visible_posts;
create index concurrently cases_with_visible_posts on cases (id) where 'limit' = any(flags) and alerted_at is null;
