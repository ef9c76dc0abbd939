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
