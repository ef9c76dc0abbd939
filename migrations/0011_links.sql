-- Whether the links of posts still lead somewhere (decision 063).

create table link_checks (
  id             bigint generated always as identity primary key,
  url            text not null,
  -- As link_host() names it: whoever answers for www.example.com answers for example.com.
  host           text not null,
  state          text not null default 'unchecked' check (state in ('unchecked', 'living', 'suspicious', 'dead', 'unknown', 'ignored')),
  -- Since when, and how often in a row, it was found gone; null and 0 for one that was not.
  first_gone_at  timestamptz,
  gone_probes    integer not null default 0,
  unknown_probes integer not null default 0,
  checked_at     timestamptz,
  next_check_at  timestamptz not null,
  -- Above 0 for one that somebody waits for.
  priority       smallint not null default 0,
  -- Of the last probe; null without an answer.
  status         smallint,
  -- The last probes, newest first: {at, outcome, status, reason}.
  probes         jsonb not null default '[]'
);
create unique index link_checks_once on link_checks (md5(url));
create index link_checks_due on link_checks (host, next_check_at);
create index link_checks_urgent on link_checks (host, next_check_at) where priority > 0;
create index link_checks_by_state on link_checks (state, host);
-- The list of links comes from these in its order, whatever it is filtered by.
create index link_checks_latest on link_checks (checked_at desc nulls last, id);
create index link_checks_latest_by_state on link_checks (state, checked_at desc nulls last, id);
create index link_checks_latest_by_host on link_checks (host, checked_at desc nulls last, id);

-- How many links of each host are in each state. Counting half a million of them took longer than all else on /admin/links.
create table link_counts (
  host  text not null,
  state text not null,
  links integer not null,
  primary key (host, state)
);

-- Hosts and states in one order, so that concurrent transactions cannot deadlock. It has the rights of the owner: who may
-- write links need not be granted the counts.
create function count_changed_links() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into link_counts as counted (host, state, links)
    select host, state, count(*) from added group by host, state order by host, state
    on conflict (host, state) do update set links = counted.links + excluded.links;
  elsif tg_op = 'DELETE' then
    insert into link_counts as counted (host, state, links)
    select host, state, -count(*) from removed group by host, state order by host, state
    on conflict (host, state) do update set links = counted.links + excluded.links;
  else
    insert into link_counts as counted (host, state, links)
    select host, state, sum(links) from (
      select host, state, 1 as links from added union all select host, state, -1 from removed) as moved
    group by host, state having sum(links) <> 0 order by host, state
    on conflict (host, state) do update set links = counted.links + excluded.links;
  end if;
  return null;
end $$;

create trigger count_added_links after insert on link_checks
  referencing new table as added for each statement execute function count_changed_links();
create trigger count_moved_links after update on link_checks
  referencing old table as removed new table as added for each statement execute function count_changed_links();
create trigger count_removed_links after delete on link_checks
  referencing old table as removed for each statement execute function count_changed_links();

create table probed_hosts (
  host          text primary key,
  -- Not before: after another probe, when it asked to be left alone, or while the breaker is open.
  next_probe_at timestamptz not null default '-infinity',
  -- A process probes it until then.
  claimed_until timestamptz not null default '-infinity',
  probed_at     timestamptz,
  -- How the last probes of links that were not known to be gone ended, newest last: one letter each.
  recent        text not null default '',
  -- How much of what was probed before those was not found, in percent.
  usual_percent smallint not null default 0,
  -- Since when nothing is concluded about it.
  tripped_at    timestamptz,
  trips         integer not null default 0,
  -- Its answers are believed until then, whatever the breaker says.
  trusted_until timestamptz,
  -- When one of its links was last found, which tells a dead link from a host that is down.
  answered_at   timestamptz
);

create table link_robots (
  origin  text primary key,
  -- Null if it could not be read.
  rules   text,
  read_at timestamptz not null
);

-- Posts that were hidden because all their links were dead, and the version that this gave them.
create table link_hidden_posts (
  video_id  bigint primary key references videos (id) on delete cascade,
  version   integer not null,
  hidden_at timestamptz not null
);

create table link_days (
  day        date primary key,
  living     integer not null,
  suspicious integer not null,
  dead       integer not null,
  unknown    integer not null,
  unchecked  integer not null
);

create table link_progress (
  only_row   boolean primary key default true check (only_row),
  -- Posts up to this id have been looked through for links.
  swept_to   bigint not null default 0,
  -- An id, and the transactions that may have been adding posts below it when it was read.
  seen_id    bigint not null default 0,
  seen_xid   text not null default '0',
  -- The last moment that a new link has been given.
  planned_to timestamptz not null default '-infinity',
  -- Requests in the hour that began then.
  hour       timestamptz not null default '-infinity',
  requests   integer not null default 0
);
insert into link_progress default values;

-- Posts whose links were changed, for the next run of the job.
create table changed_links (
  id       bigint generated always as identity primary key,
  video_id bigint not null
);
create function note_changed_links() returns trigger language plpgsql as $$
begin
  insert into changed_links (video_id) values (new.id);
  return null;
end $$;
create trigger note_changed_links after update of link, links on videos
  for each row when (old.link is distinct from new.link or old.links is distinct from new.links)
  execute function note_changed_links();
