-- The names that were merged into one.
drop index concurrently if exists tags_merged;
create index concurrently tags_merged on tags (merged_into) where merged_into is not null;
drop index concurrently if exists performers_merged;
create index concurrently performers_merged on performers (merged_into) where merged_into is not null;
