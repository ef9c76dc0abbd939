import type pg from 'pg';

export interface Named {
  slug: string;
  name: string;
  createdAt: Date;
}

export interface ReservedIds<Item extends Named> {
  /** The id of each item, in the order of the items. */
  ids: number[];
  /** Items that the table doesn't have yet. */
  newRows: { id: number; item: Item }[];
}

/** The first free id of the table, which must be locked. */
export const nextId = async (client: pg.PoolClient, table: string): Promise<number> => {
  const { rows } = await client.query<{ next: number }>(
    `select greatest(nextval(pg_get_serial_sequence($1, 'id')), (select coalesce(max(id), 0) + 1 from ${table})) as next`,
    [table],
  );
  return rows[0]?.next ?? 1;
};

/** Moves the table's sequence past the ids that were assigned here. */
export const advanceSequence = async (client: pg.PoolClient, table: string): Promise<void> => {
  await client.query(
    `select setval(pg_get_serial_sequence($1, 'id'), max(id)) from ${table} having max(id) is not null`,
    [table],
  );
};

/** Ids for tags or performers: existing rows are matched by slug, the others get new ids. */
export const reserveIds = async <Item extends Named>(
  client: pg.PoolClient,
  table: 'tags' | 'performers',
  items: readonly Item[],
): Promise<ReservedIds<Item>> => {
  const present = table === 'performers' ? 'deleted_at is null' : 'true';
  const { rows } = await client.query<{ slug: string; id: number }>(
    `select slug, id from ${table} where slug = any ($1::text[]) and ${present}`,
    [items.map(({ slug }) => slug)],
  );
  const known = new Map(rows.map(({ slug, id }) => [slug, id]));
  const newRows: ReservedIds<Item>['newRows'] = [];
  let next = await nextId(client, table);
  const ids = items.map((item) => {
    const id = known.get(item.slug) ?? next++;
    if (!known.has(item.slug)) newRows.push({ id, item });
    return id;
  });
  return { ids, newRows };
};
