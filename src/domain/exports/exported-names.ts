import { type RawBuilder, sql } from 'kysely';
import type { Category } from '#contract/values/categories.ts';
import type { NameKind } from '#contract/values/name-kinds.ts';
import { displayNameOf } from '#contract/values/names.ts';
import type { Db } from '#db/database.ts';
import { isLive, nameTables } from '#domain/catalogue/stored-names.ts';
import { byId, inBatches } from './in-batches.ts';

/** A tag or performer with everything that admins have entered about it. */
export interface ExportedName {
  id: number;
  slug: string;
  /** As people read it. */
  name: string;
  imageUrl: string;
  description: string;
  /** Null for tags. */
  category: Category | null;
  aliases: string[];
  createdAt: Date;
  updatedAt: Date;
}

const categoryOf = { tag: sql`null`, performer: sql`n.category` };
/** Performers that are blocked have no pages. */
const isShown = { tag: sql`true`, performer: sql`n.blocked_at is null` };

const select = async (db: Db, kind: NameKind, which: RawBuilder<unknown>): Promise<ExportedName[]> => {
  const { table, aliases } = nameTables[kind];
  const { rows } = await sql<ExportedName>`
    select n.id, n.slug, n.name, n.image_url as "imageUrl", n.description, ${categoryOf[kind]} as category,
      array(select a.name from ${sql.table(aliases)} a where a.name_id = n.id order by a.slug collate "C") as aliases,
      n.created_at as "createdAt", n.updated_at as "updatedAt"
    from ${sql.table(table)} n
    where ${isLive(kind)} and n.merged_into is null and ${isShown[kind]} and ${which}`.execute(db);
  return rows.map((row) => ({ ...row, name: displayNameOf(kind, row) }));
};

/** In the given order; those that are deleted meanwhile are left out. */
export const exportedNames = (db: Db, kind: NameKind, slugs: readonly string[]): AsyncGenerator<ExportedName[]> =>
  inBatches(slugs, async (batch) => {
    const rows = await select(db, kind, sql`n.slug = any(${sql.val(batch)}::text[])`);
    const bySlug = new Map(rows.map((row) => [row.slug, row]));
    return batch.flatMap((slug) => bySlug.get(slug) ?? []);
  });

export const everyName = (db: Db, kind: NameKind): AsyncGenerator<ExportedName[]> =>
  byId((after, limit) => select(db, kind, sql`n.id > ${after} order by n.id limit ${limit}`));
