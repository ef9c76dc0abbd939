-- Posts (videos), their tags and performers, and what admins do with many posts at once.

-- The functions that follow compare links. They look at the usual shapes with cheap operations and leave only the rest to patterns,
-- because every saved post and every rebuilt index calls them. What is in plpgsql calls nothing of ours: names in it are looked up
-- when it runs, and nothing of ours is found while an index is built. tests/db/link-forms.test.ts has the patterns that define
-- what they return.

-- The host of a link as people name it.
create function link_host(link text) returns text language plpgsql immutable strict parallel safe as $$
declare
  authority text := split_part(link, '/', 3);
begin
  if link = '' then
    return null;
  elsif not (starts_with(link, 'https://') or starts_with(link, 'http://')) or authority !~ '^[a-z0-9.-]+$' then
    authority := lower(substring(link, '(?i)^https?://(?:[^/?#]*@)?([^/?#:]+)'));
  end if;
  return case
    when starts_with(authority, 'www.') then substr(authority, 5)
    when starts_with(authority, 'm.') then substr(authority, 3)
    when starts_with(authority, 'mobile.') then substr(authority, 8)
    else authority
  end;
end $$;

create function link_key_at(host text, link text) returns text language plpgsql immutable strict parallel safe as $$
declare
  authority text;
  path text;
begin
  authority := substring(link, '^[^/]*//([^/?#]*)');
  path := split_part(substr(link, position('//' in link) + 2 + length(authority)), '#', 1);
  if path ~ '[?&]' then
    path := regexp_replace(path,
      '(?<=[?&])(utm_\w+|fbclid|gclid|msclkid|yclid|igshid|mc_[ce]id|ref)(=[^&]*)?(&|$)|/(?=\?)', '', 'gi');
  end if;
  return host || coalesce(':' || nullif(nullif(substring(authority, ':(\d+)$'), '80'), '443'), '') || rtrim(path, '/?&');
end $$;

-- What all forms of a URL have in common: no scheme, "www.", default port, fragment, tracking or closing slash.
create function link_key(link text) returns text language sql immutable strict parallel safe
return link_key_at(link_host(link), link);

create function link_source_at(host text, link text) returns text language plpgsql immutable strict parallel safe as $$
declare
  path text;
  segments text[];
  tail text;
  numbered text;
  named text;
  id text;
begin
  if position('=' in link) > 0 then
    id := coalesce(
      substring(link, '(?i)[?&](?:v|vid|vkey|viewkey|video_?id)=([a-z0-9_-]{3,64})(?=[&#]|$)'),
      substring(link, '(?i)^https?://[^?#]*/[^/?#]*(?:video|watch|view|embed|play|clip)[^/?#]*/?\?(?:[^#]*&)?id=([a-z0-9_-]{1,64})(?=[&#]|$)'));
  end if;
  if id is null and link ~ '\d' then
    path := substring(link, '^[^/]*//[^/?#]+([^?#]*)');
    segments := string_to_array(path, '/');
    -- The last word for a video that an id follows, in its own segment or in the next one.
    for at in reverse cardinality(segments)..2 loop
      if segments[at] ~* '^(?:videos?|watch|view|v|embed|e|play|player|clips?|movies?|scenes?)(?:[-_.\d]|$)' then
        tail := array_to_string(segments[at:], '/');
        id := substring(tail, '^[a-zA-Z]+[-_./]?(\d{5,20})(?:[-_./]|$)');
        if numbered is null and id !~ '^(?:19|20)\d\d[01]\d[0-3]\d$' then
          numbered := id;
        end if;
        id := substring(tail, '(?i)^[a-z]+[./]([a-z0-9_]{6,32})(?:/|$)');
        if named is null and id ~ '\d' and id ~* '[a-z_]' then
          named := id;
        end if;
      end if;
    end loop;
    id := coalesce(numbered, named);
    if id is null and path ~ '\d{5}' then
      -- A number that is the first segment, or else ends the path; a date is no id.
      id := substring(segments[2], '^\d{5,20}$');
      if id is null or id ~ '^(?:19|20)\d\d[01]\d[0-3]\d$' then
        id := substring(path, '(?i)^/.*[-_/](\d{5,20})(?:\.html?|/)?$');
      end if;
      id := case when id !~ '^(?:19|20)\d\d[01]\d[0-3]\d$' then id end;
    end if;
  end if;
  return host || ' ' || id;
end $$;

-- The id by which the source itself knows a video, after its host: /video/12345/title and /embed/12345 are the same one.
create function link_source(link text) returns text language sql immutable strict parallel safe
return link_source_at(link_host(link), link);

-- The same for posts with several links.
create function link_keys(links text[]) returns text[] language sql immutable strict parallel safe
return array(select link_key(link) from unnest(links) as link where link_key(link) is not null);

create function link_sources(links text[]) returns text[] language sql immutable strict parallel safe
return array(select link_source(link) from unnest(links) as link where link_source(link) is not null);

-- Each host, and the domains that it is part of: cdn.video.example, video.example, example.
create function link_hosts(links text[]) returns text[] language sql immutable strict parallel safe
return array(
  select distinct array_to_string(labels[first:], '.')
  from unnest(links) as link, string_to_array(link_host(link), '.') as labels, generate_subscripts(labels, 1) as first
  order by 1);

-- Those of some URLs that are pictures uploaded to this site. Other URLs can be too long for an index.
create function upload_paths(urls text[]) returns text[] language sql immutable strict parallel safe
return array(select url from unnest(urls) as url where starts_with(url, '/uploads/') and length(url) < 200);

create table videos (
  id            bigint generated by default as identity primary key,
  title         text not null check (length(title) between 1 and 300),
  description   text not null default '' check (length(description) <= 10000),
  -- Drafts may lack it.
  image_url     text not null,
  alt_keywords  text not null default '' check (length(alt_keywords) <= 1000),
  -- Where play leads: the first of `links` that is not dead. Blank for a post that is only embedded.
  link          text not null,
  iframe_url    text not null default '' check (length(iframe_url) <= 2000),
  category      text not null check (category in ('english', 'indian', 'hijabi', 'viral')),
  minutes       integer check (minutes between 0 and 100000),
  version       integer not null default 1 check (version > 0),
  -- Of a post that is not published yet, when it was created. Times that JavaScript cannot represent, such as infinity, would stop
  -- the catalogue index.
  published_at  timestamptz(3) not null default now()
                  check (published_at between '0001-01-01 00:00:00+00' and '9999-12-31 23:59:59+00'),
  updated_at    timestamptz(3) not null default now(),
  deleted_at    timestamptz(3),
  -- What a card shows while a pointer rests on it: stills in their order, or one clip.
  preview_urls  text[] not null default '{}' check (cardinality(preview_urls) <= 8),
  state         text not null default 'published' check (state in ('draft', 'scheduled', 'published', 'withheld')),
  -- When a scheduled post is to be published; null in other states.
  publish_at    timestamptz,
  -- Where the post comes from, if it comes from a partner.
  partner_id    bigint references partners (id) on delete set null,
  -- Null for posts that were imported, or whose admin has been removed.
  created_by    bigint references admins (id) on delete set null,
  -- When a published post was made a draft or scheduled again; null for posts that are published or never were.
  hidden_at     timestamptz,
  -- The state that a withheld post returns to.
  withheld_from text check (withheld_from in ('draft', 'scheduled', 'published')),
  -- All places where the post can be watched, in the operator's order, when there are several; empty when `link` is the only one.
  links         text[] not null default '{}',
  -- Those of its links that were found dead (decision 063).
  dead_links    text[] not null default '{}'
);
create index videos_publication_order on videos (published_at, id) where deleted_at is null;
create index videos_unpublished on videos (state, publish_at, id) where state <> 'published' and deleted_at is null;
create index videos_deleted on videos (deleted_at) where deleted_at is not null;
create index videos_partner on videos (partner_id) where partner_id is not null;
-- Posts by any form of their links, and by the source's own id.
create index videos_link on videos using hash (link);
create index videos_link_key on videos using hash (link_key(link));
create index videos_link_source on videos using hash (link_source(link));
create index videos_iframe_key on videos using hash (link_key(iframe_url));
create index videos_iframe_source on videos using hash (link_source(iframe_url));
-- All posts of a host and its subdomains, whose names begin alike when they are read backwards.
create index videos_link_host on videos (reverse(link_host(link)) collate "C") where link <> '';
create index videos_embed_host on videos (reverse(link_host(iframe_url)) collate "C") where iframe_url <> '';
-- Most posts have one link, which the indexes on `link` know.
create index videos_links on videos using gin (link_keys(links), link_sources(links), link_hosts(links))
  where links <> '{}';
-- Posts that cannot be watched anywhere, which somebody has to decide about.
create index videos_all_dead on videos (id) where link <> '' and link = any (dead_links);
-- Posts by their pictures.
create index videos_image on videos using hash (image_url);
create index videos_previews on videos using gin (upload_paths(preview_urls)) where preview_urls <> '{}';
select watch_changes('videos', 'video', 'id');

-- Triggers take the place of foreign keys to posts and names: see docs/decisions/068-references-per-statement.md.
create table video_tags (
  video_id bigint not null,
  tag_id   integer not null,
  position smallint not null default 0 check (position >= 0),
  primary key (video_id, tag_id)
);
create index video_tags_by_tag on video_tags (tag_id);
select watch_changes('video_tags', 'video', 'video_id');

create table video_performers (
  video_id     bigint not null,
  performer_id integer not null,
  position     smallint not null default 0 check (position >= 0),
  primary key (video_id, performer_id)
);
create index video_performers_by_performer on video_performers (performer_id);
select watch_changes('video_performers', 'video', 'video_id');

-- Checks all rows of a statement at once. In sorted order, so that concurrent transactions cannot deadlock. The lock waits for
-- whoever is deleting the row.
create function assert_referenced() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  key        text := tg_argv[0];
  referenced text := tg_argv[1];
  missing    bigint;
begin
  execute format('
    with given as materialized (select distinct %1$I as id from new_rows order by 1),
      locked as materialized (
        select row.id from given
          cross join lateral (select id from %2$I where id = given.id limit 1 for key share) as row)
    select id from given where not exists (select from locked where locked.id = given.id) limit 1', key, referenced)
  into missing;
  if missing is not null then
    raise foreign_key_violation using
      message = format('insert or update on table "%s" refers to what is not in "%s"', tg_table_name, referenced),
      detail = format('%s = %s', key, missing), table = tg_table_name, column = key;
  end if;
  return null;
end $$;

-- Rows that were committed while the delete was waiting for their lock are visible to this statement.
create function delete_links() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('delete from %I where %I in (select id from old_rows)', tg_argv[0], tg_argv[1]);
  return null;
end $$;

create trigger assert_added_video_id after insert on video_tags referencing new table as new_rows
  for each statement execute function assert_referenced('video_id', 'videos');
create trigger assert_changed_video_id after update on video_tags referencing new table as new_rows
  for each statement execute function assert_referenced('video_id', 'videos');
create trigger delete_video_tags after delete on videos referencing old table as old_rows
  for each statement execute function delete_links('video_tags', 'video_id');
create trigger assert_added_tag_id after insert on video_tags referencing new table as new_rows
  for each statement execute function assert_referenced('tag_id', 'tags');
create trigger assert_changed_tag_id after update on video_tags referencing new table as new_rows
  for each statement execute function assert_referenced('tag_id', 'tags');
create trigger delete_video_tags after delete on tags referencing old table as old_rows
  for each statement execute function delete_links('video_tags', 'tag_id');
create trigger assert_added_video_id after insert on video_performers referencing new table as new_rows
  for each statement execute function assert_referenced('video_id', 'videos');
create trigger assert_changed_video_id after update on video_performers referencing new table as new_rows
  for each statement execute function assert_referenced('video_id', 'videos');
create trigger delete_video_performers after delete on videos referencing old table as old_rows
  for each statement execute function delete_links('video_performers', 'video_id');
create trigger assert_added_performer_id after insert on video_performers referencing new table as new_rows
  for each statement execute function assert_referenced('performer_id', 'performers');
create trigger assert_changed_performer_id after update on video_performers referencing new table as new_rows
  for each statement execute function assert_referenced('performer_id', 'performers');
create trigger delete_video_performers after delete on performers referencing old table as old_rows
  for each statement execute function delete_links('video_performers', 'performer_id');

-- The videos of a performer show it no more, or again, though neither they nor their links change.
create function log_videos_of_performer() returns trigger language plpgsql as $$
begin
  insert into change_log (entity, entity_id)
  select 'video', video_id::text from video_performers where performer_id = new.id;
  return null;
end $$;
create trigger log_videos after update of deleted_at on performers
  for each row when (old.deleted_at is distinct from new.deleted_at) execute function log_videos_of_performer();

-- The same for performers that are blocked, of which only published posts matter.
create function log_shown_videos_of_performer() returns trigger language plpgsql as $$
begin
  insert into change_log (entity, entity_id)
  select 'video', video_id::text from video_performers join videos on videos.id = video_id
  where performer_id = new.id and state = 'published';
  return null;
end $$;
create trigger log_blocked after update of blocked_at on performers
  for each row when (old.blocked_at is distinct from new.blocked_at) execute function log_shown_videos_of_performer();

-- Which posts came by a token that may only add drafts: those are the ones that it may change.
create table pushed_posts (
  video_id   bigint primary key references videos on delete cascade,
  token_id   bigint references api_tokens on delete set null,
  partner_id bigint references partners on delete cascade,
  pushed_at  timestamptz not null default now()
);
create index pushed_posts_of_token on pushed_posts (token_id) where token_id is not null;
create index pushed_posts_of_partner on pushed_posts (partner_id) where partner_id is not null;

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

-- Changes of many posts at once, each of which can be undone as a whole. See docs/decisions/047-bulk-changes.md.
create table bulk_changes (
  id              bigint generated always as identity primary key,
  admin_id        bigint references admins on delete set null,
  -- Stays when the admin is removed.
  admin           text not null,
  change          jsonb not null,
  -- What was asked for: the filter, or nothing for posts that were selected one by one.
  filter          jsonb,
  state           text not null default 'running'
                    check (state in ('running', 'stopped', 'finished', 'failed', 'undoing', 'undone')),
  -- The posts as they were when it started, ascending.
  video_ids       bigint[] not null,
  total           integer not null,
  -- Those up to here are done, and undone.
  done_id         bigint not null default 0,
  undone_id       bigint not null default 0,
  done            integer not null default 0,
  changed         integer not null default 0,
  skipped         integer not null default 0,
  undone          integer not null default 0,
  not_undone      integer not null default 0,
  -- Why it failed.
  error           text,
  -- The process that runs it, which renews the time: an old one tells that the process has died.
  runner          text,
  alive_at        timestamptz not null default now(),
  started_at      timestamptz not null default now(),
  ended_at        timestamptz,
  undone_by       text,
  undo_started_at timestamptz,
  undo_ended_at   timestamptz
);
create index bulk_changes_unfinished on bulk_changes (id) where state in ('running', 'undoing');

-- What a bulk change did to each post, as long as it can be undone.
create table bulk_change_rows (
  bulk_change_id bigint not null references bulk_changes on delete cascade,
  -- Not a reference: a purged post is reported as gone.
  video_id       bigint not null,
  -- The version that it gave the post; another one tells that somebody has changed the post since.
  version        integer,
  -- What it overwrote; null for a post that it skipped.
  before         jsonb,
  -- Why it, or its undoing, left the post alone.
  skipped        text check (skipped in ('gone', 'full', 'incomplete', 'refused', 'changed')),
  primary key (bulk_change_id, video_id)
);
create index bulk_change_rows_by_video on bulk_change_rows (video_id);
create index bulk_change_rows_skipped on bulk_change_rows (bulk_change_id, video_id) where skipped is not null;
