-- The list of links comes from these in its order, whatever it is filtered by.
drop index concurrently if exists link_checks_latest;
create index concurrently link_checks_latest on link_checks (checked_at desc nulls last, id);
drop index concurrently if exists link_checks_latest_by_state;
create index concurrently link_checks_latest_by_state on link_checks (state, checked_at desc nulls last, id);
drop index concurrently if exists link_checks_latest_by_host;
create index concurrently link_checks_latest_by_host on link_checks (host, checked_at desc nulls last, id);
