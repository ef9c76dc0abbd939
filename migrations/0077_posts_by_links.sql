-- Posts with several links by any of them. Most posts have one, which the indexes on `link` know.
drop index concurrently if exists videos_links;
create index concurrently videos_links on videos using gin (link_keys(links), link_sources(links), link_hosts(links))
  where links <> '{}';
