import { sql } from 'kysely';
import type { Category } from '#contract/values/categories.ts';
import { tidyName } from '#contract/values/names.ts';
import type { Db, Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { assertFree, slugOfName } from '#domain/catalogue/tags-and-performers.ts';
import { ConflictError } from '#domain/errors.ts';
import { assertPublicUrls } from '#domain/fetching/public-url.ts';
import { nameListing } from '#domain/listing/record-listings.ts';
import { moveSlug, toAlias } from '#domain/names/edit-name.ts';
import { createDirectory, restorable } from './directory.ts';

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

interface NewPerformer {
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
  name: name === undefined ? undefined : tidyName(name),
  slug: name === undefined ? undefined : slugOfName('name', name),
  image_url: imageUrl,
  description: description?.trim(),
  category,
});

/** In the given order. Unknown slugs are skipped. */
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

const throwIfTaken = (error: unknown): never => {
  if (!isUniqueViolation(error)) throw error;
  throw new ConflictError('A star with this name already exists.');
};

/** Drops the error's `current`, which callers would take for the newer version of the edited record. */
const withoutCurrent = (error: unknown): never => {
  throw error instanceof ConflictError ? new ConflictError(error.message) : error;
};

/** Makes the performer's old slug an alias. */
const rename = async (tx: Tx, id: number, name: string) => {
  const from = await tx
    .selectFrom('performers')
    .select(['slug', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await moveSlug(tx, 'performer', id, from, toAlias('performer', name)).catch(withoutCurrent);
};

/** Renaming a performer changes its slug. Deleting one keeps its links to videos, for restoring it. */
export const performers = createDirectory({
  ...restorable('stars'),
  lock: (tx, id): Promise<Performer | undefined> =>
    tx
      .selectFrom('performers')
      .select(columns)
      // The column is an integer: without the cast, an id beyond its range would be an error instead of no match.
      .where('id', '=', sql<number>`${id}::bigint`)
      .where('deleted_at', 'is', null)
      .where('retired_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  listing: (performer) => nameListing('performer', performer),
  assertValid: (_, after, before) =>
    assertPublicUrls({ pictures: { image: after.imageUrl } }, before && [before.imageUrl]),
  insert: async (tx, performer: NewPerformer) => {
    const name = tidyName(performer.name);
    await assertFree(tx, 'performer', toAlias('performer', name)).catch(withoutCurrent);
    return tx
      .insertInto('performers')
      .values({ ...columnsOf(performer), name, slug: slugOfName('name', name) })
      .returning(columns)
      .executeTakeFirstOrThrow()
      .catch(throwIfTaken);
  },
  update: async (tx, id, changes: Partial<NewPerformer>, stamp) => {
    if (changes.name !== undefined) await rename(tx, id, changes.name);
    return tx
      .updateTable('performers')
      .set({ ...columnsOf(changes), ...stamp })
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
      .catch(throwIfTaken);
  },
});
