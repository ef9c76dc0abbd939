-- Compatible: the tables of names and partners are small, so that their indexes are built in a moment.
-- An upload is public while a record that visitors see shows it. `videos` has such indexes already.
create index performers_image on performers using hash (image_url) where image_url <> '';
create index tags_image on tags using hash (image_url) where image_url <> '';
create index partners_logo on partners using hash (logo) where logo <> '';

-- Hashes of what a picture may be an altered copy of: mirrored, without borders, turned back by a few degrees.
alter table image_hashes add column variants bigint[] not null default '{}';
