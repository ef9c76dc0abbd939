-- Slugs have letters and digits of any script. The whole rule is in src/contract/values/slug.ts: SQL has no Unicode classes
-- for it.
alter table tags drop constraint tags_slug_check;
alter table tags add constraint tags_slug_check check (length(slug) between 1 and 100 and slug !~ '[[:space:]/?#%.]');
alter table performers drop constraint performers_slug_check;
alter table performers add constraint performers_slug_check
  check (length(slug) between 1 and 100 and slug !~ '[[:space:]/?#%.]');
