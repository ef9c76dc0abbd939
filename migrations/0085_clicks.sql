-- What partners and sources bring. See docs/decisions/066-feeds-by-url-and-clicks.md.

-- Clicks that led away from the site by a post's links.
create table video_clicks (
  video_id bigint primary key references videos on delete cascade,
  clicks   bigint not null
) with (fillfactor = 80);

create table daily_results (
  -- In the site's time zone.
  day         date not null,
  kind        text not null check (kind in ('partner', 'source')),
  -- A partner or an import source; 0 for posts without one. No reference: what was is kept.
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
