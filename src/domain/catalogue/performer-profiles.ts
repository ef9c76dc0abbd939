import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';

/** What admins have added to a performer. Both may be empty. */
export interface PerformerProfile {
  imageUrl: string;
  description: string;
}

/** Keeps images and descriptions in memory: performers' pages and the search box need no statement for them. */
export interface PerformerProfiles {
  /** Performers that have neither, and unknown ones, are left out. */
  bySlugs: (slugs: readonly string[]) => Promise<ReadonlyMap<string, PerformerProfile>>;
  /** Reads the profiles of all performers, as far as they fit. */
  preload: () => Promise<void>;
}

/** About 100,000 performers with an image. */
const maxBytes = 32 * 1024 * 1024;
const entryOverheadBytes = 200;
const rowsPerStatement = 2_000;

const nothing: PerformerProfile = { imageUrl: '', description: '' };
const bytesOf = ({ imageUrl, description }: PerformerProfile) =>
  entryOverheadBytes + 2 * (imageUrl.length + description.length);

const selectProfiles = (db: Db) =>
  db
    .selectFrom('performers')
    .select(['id', 'slug', 'image_url as imageUrl', 'description'])
    .where('deleted_at', 'is', null);

/** Reads from the primary: what a replica returns after a change may be from before it. */
export const createPerformerProfiles = (
  db: Db,
  index: Pick<CatalogueIndex, 'onChange'>,
  { maxBytes: maxSize = maxBytes } = {},
): PerformerProfiles => {
  const cached = new LRUCache<string, PerformerProfile>({ maxSize, sizeCalculation: bytesOf });
  let changes = 0;
  index.onChange((invalidation) => {
    changes++;
    if (invalidation === 'everything') cached.clear();
    else for (const name of invalidation.names) cached.delete(name.replace(/^performer:/, ''));
  });

  const toProfile = ({ imageUrl, description }: PerformerProfile) =>
    imageUrl === '' && description === '' ? nothing : { imageUrl, description };

  const read = async (slugs: readonly string[]): Promise<Map<string, PerformerProfile>> => {
    const before = changes;
    const rows = await selectProfiles(db)
      .where('slug', '=', sql<string>`any(${sql.val(slugs)}::text[])`)
      .execute();
    const found = new Map(rows.map((row) => [row.slug, toProfile(row)]));
    // What was read before a change may be out of date.
    if (changes === before) for (const slug of slugs) cached.set(slug, found.get(slug) ?? nothing);
    return found;
  };

  return {
    bySlugs: async (slugs) => {
      const found = new Map<string, PerformerProfile>();
      const missing: string[] = [];
      for (const slug of slugs) {
        const profile = cached.get(slug);
        if (profile === undefined) missing.push(slug);
        else if (profile !== nothing) found.set(slug, profile);
      }
      if (missing.length > 0)
        for (const [slug, profile] of await read(missing)) if (profile !== nothing) found.set(slug, profile);
      return found;
    },
    preload: async () => {
      for (let last = 0; ; ) {
        const before = changes;
        const rows = await selectProfiles(db).where('id', '>', last).orderBy('id').limit(rowsPerStatement).execute();
        if (changes === before)
          for (const row of rows) {
            const profile = toProfile(row);
            if (cached.calculatedSize + bytesOf(profile) > maxSize) return;
            cached.set(row.slug, profile);
          }
        if (rows.length < rowsPerStatement) return;
        last = rows.at(-1)?.id ?? last;
      }
    },
  };
};
