-- All places where a post can be watched.
alter table videos
  -- In the operator's order, the preferred one first, when there are several; empty when `link` is the only one.
  -- `link` is where play leads: the first of them that is not dead.
  add column links text[] not null default '{}',
  -- Those of its links that were found dead (decision 063).
  add column dead_links text[] not null default '{}';

-- What the lookups by link_key(), link_source() and host ask of posts with several links.
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
