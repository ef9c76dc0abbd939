-- What a card shows while a pointer rests on it: stills in their order, or one clip.
alter table videos
  add column preview_urls text[] not null default '{}' check (cardinality(preview_urls) <= 8);
