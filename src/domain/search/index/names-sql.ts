import type pg from 'pg';
import type { NameAlias, NameKind } from './terms.ts';

/** All tags and performers, without retired, deleted and blocked ones. */
export const namesSql: Record<NameKind, string> = {
  tag: 'select id as key, slug, name from tags where retired_at is null',
  performer:
    'select id as key, slug, name from performers where retired_at is null and deleted_at is null and blocked_at is null',
};

/** The aliases of all names, or of those with the given keys, by key. They are few. */
export const readAliases = async (
  client: pg.Client,
  kind: NameKind,
  keys?: readonly number[],
): Promise<Map<number, NameAlias[]>> => {
  const { rows } = await client.query<NameAlias & { key: number }>(
    `select name_id as key, slug, name from ${kind}_aliases
     where $1::integer[] is null or name_id = any($1) order by slug collate "C"`,
    [keys],
  );
  const byKey = new Map<number, NameAlias[]>();
  for (const { key, slug, name } of rows) byKey.set(key, [...(byKey.get(key) ?? []), { slug, name }]);
  return byKey;
};
