-- Finds posts by any form of their link, by their picture, and those that are not published.
drop index concurrently if exists videos_link_key;
create index concurrently videos_link_key on videos using hash (link_key(link));
drop index concurrently if exists videos_image;
create index concurrently videos_image on videos using hash (image_url);
drop index concurrently if exists videos_unpublished;
create index concurrently videos_unpublished on videos (state, publish_at, id) where state <> 'published' and deleted_at is null;
