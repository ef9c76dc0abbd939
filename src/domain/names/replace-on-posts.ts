import { sql } from 'kysely';
import type { NameKind } from '#contract/values/name-kinds.ts';
import type { Tx } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { startBulkChange } from '#domain/bulk-changes/bulk-changes.ts';
import { nameTables, type StoredName } from '#domain/catalogue/stored-names.ts';

/** Starts a bulk change that gives posts another tag or performer in place of some, or none. Returns its id. */
export const replaceOnPosts = async (
  tx: Tx,
  actor: Actor,
  kind: NameKind,
  { from, to }: { from: readonly StoredName[]; to: StoredName | null },
): Promise<number> => {
  const { links, link } = nameTables[kind];
  const ids = from.map(({ id }) => id);
  const { rows } = await sql<{ id: number }>`
    select distinct video_id as id from ${sql.table(links)}
    where ${sql.ref(link)} = any(${sql.val(ids)}::integer[])`.execute(tx);
  const ref = ({ id, name }: StoredName) => ({ id, name });
  const replaced = kind === 'tag' ? ('replaceTags' as const) : ('replacePerformers' as const);
  const { id } = await startBulkChange(tx, actor, {
    selection: { videoIds: rows.map((row) => row.id) },
    change: { kind: replaced, from: from.map(ref), to: to && ref(to) },
  });
  return id;
};
