import { sql } from 'kysely';
import type { Category } from '#contract/values/categories.ts';
import type { Db, Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { assertVersion } from '#domain/audit/assert-version.ts';
import { type Actor, recordChange } from '#domain/audit/record-change.ts';
import { deleteRecord } from '#domain/deleted/delete-record.ts';
import { ConflictError, NotFoundError } from '#domain/errors.ts';
import { slugOfName } from './tags-and-performers.ts';

export interface Performer {
  id: number;
  slug: string;
  name: string;
  imageUrl: string;
  description: string;
  category: Category;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewPerformer {
  name: string;
  imageUrl?: string | undefined;
  description?: string | undefined;
  category?: Category | undefined;
}

const columns = [
  'id',
  'slug',
  'name',
  'image_url as imageUrl',
  'description',
  'category',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

const columnsOf = ({ name, imageUrl, description, category }: Partial<NewPerformer>) => ({
  name: name?.trim(),
  slug: name === undefined ? undefined : slugOfName('name', name),
  image_url: imageUrl,
  description: description?.trim(),
  category,
});

/** Some performers by their slugs, in the order given. */
export const performersBySlugs = async (db: Db, slugs: readonly string[]): Promise<Performer[]> => {
  const rows: Performer[] = await db
    .selectFrom('performers')
    .select(columns)
    .where('slug', '=', sql<string>`any(${sql.val(slugs)}::text[])`)
    .where('deleted_at', 'is', null)
    .execute();
  const found = new Map(rows.map((row) => [row.slug, row]));
  return slugs.flatMap((slug) => found.get(slug) ?? []);
};

const take = async (tx: Tx, id: number): Promise<Performer> => {
  const row = await tx
    .selectFrom('performers')
    .select(columns)
    // As wide as any id may be: one that the column cannot hold is nobody's.
    .where('id', '=', sql<number>`${id}::bigint`)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new NotFoundError('There is no such star.');
  return row;
};

const refuseTaken = (problem: unknown): never => {
  if (!isUniqueViolation(problem)) throw problem;
  throw new ConflictError('A star with this name already exists');
};

export const addPerformer = (db: Db, actor: Actor, performer: NewPerformer): Promise<Performer> =>
  db.transaction().execute(async (tx) => {
    const name = performer.name.trim();
    const after = await tx
      .insertInto('performers')
      .values({ ...columnsOf(performer), name, slug: slugOfName('name', name) })
      .returning(columns)
      .executeTakeFirstOrThrow()
      .catch(refuseTaken);
    await recordChange(tx, actor, { action: 'create', entity: 'star', entityId: after.id, after });
    return after;
  });

/** A new name also gives it a new slug, everywhere. */
export const updatePerformer = (
  db: Db,
  actor: Actor,
  id: number,
  changes: Partial<NewPerformer>,
  expectedVersion: number | undefined,
): Promise<Performer> =>
  db.transaction().execute(async (tx) => {
    const before = await take(tx, id);
    assertVersion('star', before, expectedVersion);
    const after = await tx
      .updateTable('performers')
      .set({ ...columnsOf(changes), version: before.version + 1, updated_at: new Date() })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
      .catch(refuseTaken);
    await recordChange(tx, actor, { action: 'update', entity: 'star', entityId: id, before, after });
    return after;
  });

/** Its videos stay, and show it no more; with the star restored, they show it again. */
export const deletePerformer = (db: Db, actor: Actor, id: number, expectedVersion: number | undefined): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const before = await take(tx, id);
    assertVersion('star', before, expectedVersion);
    await deleteRecord(tx, actor, 'stars', before);
  });
