import type pg from 'pg';

export interface BulkLoad {
  tables: string[];
  /** Also drops primary keys and unique constraints, and the foreign keys of other tables that reference these. */
  keys?: boolean;
}

interface SlowPart {
  remove: string;
  restore: string;
}

/** Triggers, constraints and indexes that slow down a bulk load, in the order of their removal. */
const findSlowParts = async (client: pg.ClientBase, { tables, keys }: BulkLoad): Promise<SlowPart[]> => {
  const { rows } = await client.query<SlowPart>(
    `with loaded as (select unnest($1::regclass[]) as oid)
     select remove, restore from (
       select 1 as place, loaded.oid, '' as name,
              format('alter table %s disable trigger user', loaded.oid::regclass) as remove,
              format('alter table %s enable trigger user', loaded.oid::regclass) as restore
       from loaded
       union all
       select 2, c.conrelid, conname,
              format('alter table %s drop constraint %I', c.conrelid::regclass, conname),
              format('alter table %s add constraint %I %s', c.conrelid::regclass, conname, pg_get_constraintdef(c.oid))
       from pg_constraint c
       where c.contype = 'f'
         and (c.conrelid in (select oid from loaded) or ($2 and c.confrelid in (select oid from loaded)))
       union all
       select 3, loaded.oid, relname,
              format('drop index %s', indexrelid::regclass),
              pg_get_indexdef(indexrelid)
       from loaded join pg_index i on i.indrelid = loaded.oid join pg_class on pg_class.oid = indexrelid
       where not exists (select from pg_constraint c where c.conindid = indexrelid)
       union all
       select 4, loaded.oid, conname,
              format('alter table %s drop constraint %I', loaded.oid::regclass, conname),
              format('alter table %s add constraint %I %s', loaded.oid::regclass, conname, pg_get_constraintdef(c.oid))
       from loaded join pg_constraint c on c.conrelid = loaded.oid and c.contype in ('p', 'u') and $2
     ) as slow_parts order by place, oid, name`,
    [tables, keys ?? false],
  );
  return rows;
};

/**
 * Loads tables without their triggers, foreign keys and secondary indexes. These are then restored exactly as they
 * were, in reverse order, and checked. Must run in a transaction that has exclusive use of the tables.
 */
export const withoutSlowParts = async (
  client: pg.ClientBase,
  bulkLoad: BulkLoad,
  load: () => Promise<void>,
  onRestored: (share: number) => void = () => {},
): Promise<void> => {
  const slowParts = await findSlowParts(client, bulkLoad);
  for (const { remove } of slowParts) await client.query(remove);
  await load();
  for (const [n, { restore }] of slowParts.toReversed().entries()) {
    await client.query(restore);
    onRestored((n + 1) / slowParts.length);
  }
};
