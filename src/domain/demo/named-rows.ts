import type pg from 'pg';

export interface Named {
  slug: string;
  name: string;
  createdAt: Date;
}

export interface Resolved<Item extends Named> {
  /** The id of each wanted item, in the order they were asked for. */
  ids: number[];
  /** Those that the table does not have yet. */
  fresh: { id: number; item: Item }[];
}

/** The first id that a new row of the table may take, with everybody else locked out of it. */
export const nextId = async (client: pg.PoolClient, table: string): Promise<number> => {
  const { rows } = await client.query<{ next: number }>(
    `select greatest(nextval(pg_get_serial_sequence($1, 'id')), (select coalesce(max(id), 0) + 1 from ${table})) as next`,
    [table],
  );
  return rows[0]?.next ?? 1;
};

/** Lets the table's own numbering go on after the rows that were given ids. */
export const continueIds = async (client: pg.PoolClient, table: string): Promise<void> => {
  await client.query(
    `select setval(pg_get_serial_sequence($1, 'id'), max(id)) from ${table} having max(id) is not null`,
    [table],
  );
};

/** Ids for the wanted tags or performers: those of the rows that have their slugs already, new ones for the rest. */
export const resolveNamed = async <Item extends Named>(
  client: pg.PoolClient,
  table: 'tags' | 'performers',
  wanted: readonly Item[],
): Promise<Resolved<Item>> => {
  const present = table === 'performers' ? 'deleted_at is null' : 'true';
  const { rows } = await client.query<{ slug: string; id: number }>(
    `select slug, id from ${table} where slug = any ($1::text[]) and ${present}`,
    [wanted.map(({ slug }) => slug)],
  );
  const known = new Map(rows.map(({ slug, id }) => [slug, id]));
  const fresh: Resolved<Item>['fresh'] = [];
  let next = await nextId(client, table);
  const ids = wanted.map((item) => {
    const id = known.get(item.slug) ?? next++;
    if (!known.has(item.slug)) fresh.push({ id, item });
    return id;
  });
  return { ids, fresh };
};
