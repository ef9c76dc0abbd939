-- Settings, texts of lists, searching, and what search engines are told.

create table settings (
  key     text primary key check (key ~ '^[a-z_]{1,50}$'),
  value   jsonb not null,
  -- Two admins who save the settings at once must not overwrite each other (decision 005).
  version integer not null default 1 check (version > 0)
);
select watch_changes('settings', 'setting', 'key');

-- What operators write about a list of videos: its title and description for search engines, and its introduction. Where
-- one is blank, the page has a text that is made from its own data.
create table list_texts (
  id           integer generated always as identity primary key,
  -- 'tag:12', 'performer:7', 'category:milfnut' or 'list:new-content': a renamed performer keeps its texts.
  list         text not null unique,
  tag_id       integer references tags on delete cascade,
  performer_id integer references performers on delete cascade,
  title        text not null default '',
  description  text not null default '',
  introduction text not null default '',
  version      integer not null default 1,
  updated_at   timestamptz not null default now(),
  check (num_nonnulls(tag_id, performer_id) <= 1),
  check (list = coalesce('tag:' || tag_id::text, 'performer:' || performer_id::text, list))
);
create index list_texts_by_tag on list_texts (tag_id) where tag_id is not null;
create index list_texts_by_performer on list_texts (performer_id) where performer_id is not null;
select watch_changes('list_texts', 'list_text', 'list');

-- Groups of words and phrases that find each other.
create table synonyms (
  id         integer generated always as identity primary key,
  words      text[] not null check (cardinality(words) between 2 and 20),
  version    integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select watch_changes('synonyms', 'synonym', 'id');

-- Search texts that lead to a page instead of results.
create table search_redirects (
  id         integer generated always as identity primary key,
  -- Folded, as every search text is before it is looked up.
  text       text not null unique check (length(text) between 1 and 100),
  path       text not null check (path like '/%'),
  version    integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
select watch_changes('search_redirects', 'search_redirect', 'id');

-- What visitors search for. Until three of them have typed a text on one day, all there is of it are hashes, keyed with a key
-- of that day; key and hashes are deleted when the day is over. See docs/decisions/031-search-log.md.
create table search_log_keys (
  day    date primary key,
  key    bytea not null,
  -- How many hashes the day has, because counting them would take longer with each one.
  hashes integer not null default 0
);

create table search_log_hashes (
  day          date not null references search_log_keys on delete cascade,
  text_hash    bytea not null,
  visitor_hash bytea not null,
  -- Of the wide network: an IPv4 /16 or an IPv6 /32.
  wide_hash    bytea not null,
  primary key (day, text_hash, visitor_hash)
);
create index search_log_hashes_by_visitor on search_log_hashes (day, visitor_hash);

create table search_counts (
  day      date not null,
  text     text not null check (length(text) between 1 and 100),
  visitors integer not null,
  -- Whether it found anything when it was last searched for on that day.
  found    boolean not null,
  primary key (day, text)
);

-- Searches that found nothing, over a month. Until a text is readable, there is its keyed hash, and one bit for each of 16
-- groups of networks in which it was typed (decision 087).
create table search_log_months (
  month  date primary key,
  key    bytea not null,
  -- How many hashes the month has.
  hashes integer not null default 0
);

create table search_log_groups (
  month     date not null references search_log_months on delete cascade,
  text_hash bytea not null,
  groups    integer not null,
  primary key (month, text_hash)
);

create table failed_searches (
  month    date not null,
  text     text not null check (length(text) between 1 and 100),
  -- At least so many: visitors of one group count once.
  visitors integer not null,
  primary key (month, text)
);

-- Pages of which other services have to be told: IndexNow of a changed video, a WebSub hub of a changed feed. A path is queued
-- once, however often it changes, until a job has notified the service or given up.
create table announcements (
  service     text not null check (service in ('indexnow', 'websub')),
  path        text not null check (length(path) between 1 and 2048),
  attempts    integer not null default 0 check (attempts >= 0),
  next_try_at timestamptz(3) not null default now(),
  primary key (service, path)
);
create index announcements_due on announcements (service, next_try_at);

-- Checks of what search engines see, each with its report.
create table seo_checks (
  id          bigint generated always as identity primary key,
  state       text not null default 'running' check (state in ('running', 'finished', 'cancelled', 'interrupted')),
  started_by  text not null,
  started_at  timestamptz not null default now(),
  -- Renewed while the check runs: an old time tells that its process has died.
  alive_at    timestamptz not null default now(),
  ended_at    timestamptz,
  pages_read  integer not null default 0,
  pages_known integer not null default 0,
  problems    integer not null default 0,
  report      jsonb
);
-- One at a time, however many processes there are.
create unique index seo_checks_running on seo_checks ((true)) where state = 'running';
