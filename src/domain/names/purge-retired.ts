import { sql } from 'kysely';
import { type NameKind, nameKinds } from '#contract/values/name-kinds.ts';
import type { Db } from '#db/database.ts';
import { type Change, recordChanges, system } from '#domain/audit-log.ts';
import { nameEntity, nameTables } from '#domain/catalogue/stored-names.ts';

interface Purged {
  id: number;
  slug: string;
  name: string;
}

const purgeBatch = (db: Db, kind: NameKind, before: Date, batchSize: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { table, links, link } = nameTables[kind];
    const { rows } = await sql<Purged>`
      delete from ${sql.table(table)} where id in (
        select n.id from ${sql.table(table)} n
        where n.retired_at < ${before} and not exists (select from ${sql.table(links)} l where l.${sql.ref(link)} = n.id)
        limit ${batchSize} for update skip locked)
      returning id, slug, name`.execute(tx);
    const changes = rows.map(
      (row): Change => ({ action: 'purge', entity: nameEntity(kind), entityId: row.id, before: row }),
    );
    await recordChanges(tx, system, changes);
    return rows.length;
  });

/** Removes merged and deleted names that can no longer come back. The slug of a merged one still leads to what it became. */
export const purgeRetiredNames = async (db: Db, before: Date, batchSize: number): Promise<number> => {
  let purged = 0;
  for (const kind of nameKinds)
    for (;;) {
      const count = await purgeBatch(db, kind, before, batchSize);
      purged += count;
      if (count < batchSize) break;
    }
  return purged;
};
