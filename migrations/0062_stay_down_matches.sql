-- Posts that were here before their host was named as a mirror of one from which a case removed something: an admin decides about them.
create table mirror_matches (
  kept_link_id bigint not null references kept_links (id) on delete cascade,
  video_id bigint not null references videos (id) on delete cascade,
  -- Of the post, as they were when it was found: one that leads somewhere else by now is no match.
  link text not null,
  iframe_url text not null,
  found_at timestamptz not null default now(),
  decision text check (decision in ('withheld', 'kept')),
  primary key (kept_link_id, video_id)
);
create index mirror_matches_video on mirror_matches (video_id);

-- How far the job has come that looks through everything again and again.
create table stay_down_progress (
  only_row boolean primary key default true check (only_row),
  -- The mirrors that kept links are being compared on, or have been.
  mirrors text not null default '[]',
  -- The last kept link that was compared on them; null after the last one.
  mirrors_compared_to bigint,
  -- The last picture of which it is known that something uses it.
  pictures_checked_to bigint not null default 0
);
insert into stay_down_progress default values;

-- When a picture was found on so many posts that it is a placeholder: nothing is recognised by it.
alter table kept_pictures add column common_at timestamptz;
