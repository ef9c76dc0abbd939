-- How often posts are viewed and left for their source, and what partners and import sources bring.

-- Apart from videos: a count that rises with every click must not rewrite, or re-version, the wide row.
create table video_views (
  video_id bigint primary key references videos on delete cascade,
  total    bigint not null default 0 check (total >= 0)
) with (fillfactor = 70);

create table hourly_views (
  hour     timestamptz not null,
  video_id bigint not null references videos on delete cascade,
  views    bigint not null check (views >= 0),
  primary key (hour, video_id)
);
create index hourly_views_by_video on hourly_views (video_id);

create table hourly_view_totals (
  hour  timestamptz primary key,
  views bigint not null check (views >= 0)
);

-- The sum of video_views, because counting a million rows takes too long.
create table view_total (
  only_row boolean primary key default true check (only_row),
  views    bigint not null default 0
);
insert into view_total default values;

create function add_to_view_total() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update view_total set views = views + (select coalesce(sum(total), 0) from new_rows)
    where exists (select from new_rows);
  elsif tg_op = 'DELETE' then
    update view_total set views = views - (select coalesce(sum(total), 0) from old_rows)
    where exists (select from old_rows);
  else
    update view_total
    set views = views + (select coalesce(sum(total), 0) from new_rows) - (select coalesce(sum(total), 0) from old_rows)
    where exists (select from new_rows);
  end if;
  return null;
end $$;
create trigger add_inserted after insert on video_views referencing new table as new_rows
  for each statement execute function add_to_view_total();
create trigger add_updated after update on video_views referencing old table as old_rows new table as new_rows
  for each statement execute function add_to_view_total();
create trigger add_deleted after delete on video_views referencing old table as old_rows
  for each statement execute function add_to_view_total();

-- A bulk load disables these triggers and says so in the change log.
create function recount_views() returns trigger language plpgsql as $$
begin
  update view_total set views = (select coalesce(sum(total), 0) from video_views);
  return null;
end $$;
create trigger recount_after_bulk_load after insert on change_log
  for each row when (new.entity = 'catalogue') execute function recount_views();

-- Clicks that led away from the site by a post's links. See docs/decisions/066-feeds-by-url-and-clicks.md.
create table video_clicks (
  video_id bigint primary key references videos on delete cascade,
  clicks   bigint not null
) with (fillfactor = 80);

create table daily_results (
  -- In the site's time zone.
  day         date not null,
  kind        text not null check (kind in ('partner', 'source')),
  -- A partner or an import source; 0 for posts without one. No reference: results are kept when it is removed.
  subject_id  bigint not null,
  -- Posts at the end of the day, and those of them whose links are all dead; null until they are counted.
  posts       integer,
  dead_posts  integer,
  -- Posts that a case decided to remove on this day.
  removed     integer not null default 0,
  -- Clicks on play, on another link of a post, on the start of an embedded player, and on the partner's own website.
  plays       integer not null default 0,
  other_links integer not null default 0,
  embeds      integer not null default 0,
  visits      integer not null default 0,
  primary key (day, kind, subject_id)
);

-- Numbers of the dashboard that take long to compute, renewed by a job.
create table dashboard_figures (
  name  text primary key check (name ~ '^[a-z_]{1,50}$'),
  value jsonb not null
);
