-- Posts that cannot be watched anywhere, which somebody has to decide about.
drop index concurrently if exists videos_all_dead;
create index concurrently videos_all_dead on videos (id) where link <> '' and link = any (dead_links);
