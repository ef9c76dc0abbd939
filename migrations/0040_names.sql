-- Tags and performers can be renamed, merged, deleted and described, and each of that undone (decision 048).
-- Compatible: older versions go on with the names that they know. They don't lead old addresses to new ones, and the names that
-- this version has retired are not linked to any post.
alter table tags
  add column description text not null default '' check (length(description) <= 10000),
  add column image_url text not null default '' check (length(image_url) <= 2000),
  add column version integer not null default 1 check (version > 0),
  add column updated_at timestamptz(3) not null default now(),
  -- What it is being, or has been, merged into: whoever enters the name means that one.
  add column merged_into integer references tags (id) on delete set null,
  -- Since when nothing shows it: it was merged or deleted, and all posts are without it.
  add column retired_at timestamptz(3);
alter table performers
  add column merged_into integer references performers (id) on delete set null,
  add column retired_at timestamptz(3);

-- Former and other names. A name with the same slug takes precedence.
create table tag_aliases (
  slug       text primary key check (length(slug) between 1 and 100),
  name       text not null check (length(name) between 1 and 100),
  name_id    integer not null references tags on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index tag_aliases_by_name on tag_aliases (name_id);
create table performer_aliases (
  slug       text primary key check (length(slug) between 1 and 100),
  name       text not null check (length(name) between 1 and 100),
  name_id    integer not null references performers on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index performer_aliases_by_name on performer_aliases (name_id);
-- The index reads a name together with its aliases.
select watch_changes('tag_aliases', 'tag', 'name_id');
select watch_changes('performer_aliases', 'performer', 'name_id');

-- What was done to tags and performers, with what undoing it needs.
create table name_changes (
  id             bigint generated always as identity primary key,
  kind           text not null check (kind in ('tag', 'performer')),
  action         text not null check (action in ('rename', 'merge', 'split', 'alias', 'delete', 'describe')),
  -- The name that was changed or, of a merge, that remains. No reference: the line outlives the name.
  name_id        integer not null,
  details        jsonb not null,
  -- What changes the posts, if any.
  bulk_change_id bigint,
  admin_id       bigint references admins on delete set null,
  admin          text not null,
  at             timestamptz not null default now(),
  -- When all posts had followed.
  finished_at    timestamptz,
  undone_at      timestamptz
);
create index name_changes_in_order on name_changes (kind, id);
create index name_changes_by_admin on name_changes (admin_id) where admin_id is not null;
create index name_changes_unfinished on name_changes (id) where finished_at is null;

-- Pairs that look like duplicates and are none.
create table distinct_names (
  kind  text not null check (kind in ('tag', 'performer')),
  one   integer not null,
  other integer not null check (one < other),
  primary key (kind, one, other)
);
