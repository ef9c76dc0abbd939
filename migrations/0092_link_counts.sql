-- Compatible: the triggers only fill a table that older versions don't know, and fail no write.
-- How many links of each host are in each state. Counting half a million of them took longer than all else on /admin/links.

create table link_counts (
  host text not null,
  state text not null,
  links integer not null,
  primary key (host, state)
);

-- Hosts and states in one order, so that concurrent transactions cannot deadlock. It has the rights of the owner: nodes of an older
-- version write links before anybody has granted them the new table.
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

-- They lock the table: no link is added between them and the first count.
create trigger count_added_links after insert on link_checks
  referencing new table as added for each statement execute function count_changed_links();
create trigger count_moved_links after update on link_checks
  referencing old table as removed new table as added for each statement execute function count_changed_links();
create trigger count_removed_links after delete on link_checks
  referencing old table as removed for each statement execute function count_changed_links();

insert into link_counts (host, state, links) select host, state, count(*) from link_checks group by host, state;
