-- Compatible: older versions don't know this table.
-- Lists of posts that admins have saved under a name, for all of them.
create table post_views (
  id         bigint generated always as identity primary key,
  name       text not null check (name <> ''),
  -- The filter and sort, as in the URL of the list.
  query      text not null,
  created_by bigint references admins (id) on delete set null,
  created_at timestamptz not null default now()
);
create unique index post_views_name on post_views (lower(name));
