-- Finds the posts that lead to what was removed.
drop index concurrently if exists videos_link_source;
create index concurrently videos_link_source on videos using hash (link_source(link));
drop index concurrently if exists videos_iframe_key;
create index concurrently videos_iframe_key on videos using hash (link_key(iframe_url));
drop index concurrently if exists videos_iframe_source;
create index concurrently videos_iframe_source on videos using hash (link_source(iframe_url));
