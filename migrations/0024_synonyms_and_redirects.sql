-- What operators make of searches. A synonym is a group of words and phrases that find each other; a redirect leads from a
-- whole search text to a page.

create table synonyms (
  id         integer generated always as identity primary key,
  words      text[] not null check (cardinality(words) between 2 and 20),
  version    integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table search_redirects (
  id         integer generated always as identity primary key,
  -- Folded, as every search text is before it is looked up.
  text       text not null unique check (length(text) between 1 and 100),
  path       text not null check (path like '/%'),
  version    integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table change_log
  drop constraint change_log_entity_check,
  add constraint change_log_entity_check
    check (entity in ('video', 'tag', 'performer', 'partner', 'setting', 'list_text', 'synonym', 'search_redirect', 'catalogue'));
select watch_changes('synonyms', 'synonym', 'id');
select watch_changes('search_redirects', 'search_redirect', 'id');
