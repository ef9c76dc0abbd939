import type pg from 'pg';

/** Every constraint, index and trigger of the public schema, as PostgreSQL prints them. */
export const schemaState = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query<{ line: string }>(
    `select format('%s %s %s valid=%s', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated) as line
     from pg_constraint where connamespace = 'public'::regnamespace
     union all
     select format('%s valid=%s', pg_get_indexdef(indexrelid), indisvalid)
     from pg_index join pg_class on pg_class.oid = indrelid where relnamespace = 'public'::regnamespace
     union all
     select format('%s enabled=%s', pg_get_triggerdef(pg_trigger.oid), tgenabled)
     from pg_trigger join pg_class on pg_class.oid = tgrelid
     where relnamespace = 'public'::regnamespace and not tgisinternal
     union all
     select format('%s %s enabled=%s', tgrelid::regclass, tgfoid::regproc, tgenabled)
     from pg_trigger join pg_class on pg_class.oid = tgrelid
     where relnamespace = 'public'::regnamespace and tgisinternal
     order by line`,
  );
  return rows.map(({ line }) => line);
};

/** A digest of each table's rows, for comparing two databases. */
export const rowDigests = async (pool: pg.Pool, tables: readonly string[]): Promise<Record<string, string>> => {
  const digests: Record<string, string> = {};
  for (const table of tables) {
    const { rows } = await pool.query<{ digest: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as digest from ${table} t`,
    );
    digests[table] = rows[0]?.digest ?? '';
  }
  return digests;
};
