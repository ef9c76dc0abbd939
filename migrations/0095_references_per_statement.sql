-- Compatible: links of posts may refer to the same as before, and go with what they refer to; only when this is checked is another.
-- A foreign key looks up and locks the tag of every link. Imports write millions of links to a few thousand tags, and two thirds of the
-- time that this took went into foreign keys. These triggers do the same once per statement, with each tag and post locked once.

-- In sorted order, so that concurrent transactions cannot deadlock. The lock waits for whoever is deleting the row.
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

-- Links that were committed while the delete was waiting for their lock are visible to this statement.
create function delete_links() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  execute format('delete from %I where %I in (select id from old_rows)', tg_argv[0], tg_argv[1]);
  return null;
end $$;

do $$
declare
  links record;
begin
  for links in values ('video_tags', 'video_id', 'videos'), ('video_tags', 'tag_id', 'tags'),
    ('video_performers', 'video_id', 'videos'), ('video_performers', 'performer_id', 'performers')
  loop
    execute format('alter table %I drop constraint %I', links.column1, links.column1 || '_' || links.column2 || '_fkey');
    execute format('create trigger %I after insert on %I referencing new table as new_rows
      for each statement execute function assert_referenced(%L, %L)', 'assert_added_' || links.column2, links.column1, links.column2, links.column3);
    execute format('create trigger %I after update on %I referencing new table as new_rows
      for each statement execute function assert_referenced(%L, %L)', 'assert_changed_' || links.column2, links.column1, links.column2, links.column3);
    execute format('create trigger %I after delete on %I referencing old table as old_rows
      for each statement execute function delete_links(%L, %L)', 'delete_' || links.column1, links.column3, links.column1, links.column2);
  end loop;
end $$;
