import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { NameKind } from '#contract/values/names.ts';
import type { Db } from '#db/database.ts';
import { batchesById } from '#domain/paged-search.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';

/** The image and description that admins gave a tag or performer. Both may be empty. */
export interface NameProfile {
  imageUrl: string;
  description: string;
}

/** A cache of profiles, so that pages of tags and performers and the search box need no database query. */
export interface NameProfiles {
  /** Leaves out unknown names and empty profiles. */
  bySlugs: (slugs: readonly string[]) => Promise<ReadonlyMap<string, NameProfile>>;
  /** Fills the cache with as many profiles as fit. */
  preload: () => Promise<void>;
}

/** About 100,000 names with an image. */
const maxBytes = 32 * 1024 * 1024;
const entryOverheadBytes = 200;
const rowsPerStatement = 2_000;

const emptyProfile: NameProfile = { imageUrl: '', description: '' };
const bytesOf = ({ imageUrl, description }: NameProfile) =>
  entryOverheadBytes + 2 * (imageUrl.length + description.length);

const selectProfiles = (db: Db, kind: NameKind) =>
  db
    .selectFrom(kind === 'tag' ? 'tags' : 'performers')
    .select(['id', 'slug', 'image_url as imageUrl', 'description'])
    .where('retired_at', 'is', null)
    .$if(kind === 'performer', (query) =>
      query.where(sql.ref('deleted_at'), 'is', null).where(sql.ref('blocked_at'), 'is', null),
    );

/** `db` must be the primary: after a change, a replica may still return the old profile. */
export const createNameProfiles = (
  db: Db,
  index: Pick<CatalogueIndex, 'onChange'>,
  kind: NameKind,
  { maxBytes: maxSize = maxBytes } = {},
): NameProfiles => {
  const cached = new LRUCache<string, NameProfile>({ maxSize, sizeCalculation: bytesOf });
  let changes = 0;
  index.onChange((invalidation) => {
    changes++;
    if (invalidation === 'everything') cached.clear();
    else
      for (const name of invalidation.names)
        if (name.startsWith(`${kind}:`)) cached.delete(name.slice(kind.length + 1));
  });

  const toProfile = ({ imageUrl, description }: NameProfile) =>
    imageUrl === '' && description === '' ? emptyProfile : { imageUrl, description };

  const read = async (slugs: readonly string[]): Promise<Map<string, NameProfile>> => {
    const before = changes;
    const rows = await selectProfiles(db, kind)
      .where('slug', '=', sql<string>`any(${sql.val(slugs)}::text[])`)
      .execute();
    const found = new Map(rows.map((row) => [row.slug, toProfile(row)]));
    // If a name changed meanwhile, the rows may be stale.
    if (changes === before) for (const slug of slugs) cached.set(slug, found.get(slug) ?? emptyProfile);
    return found;
  };

  return {
    bySlugs: async (slugs) => {
      const found = new Map<string, NameProfile>();
      const missing: string[] = [];
      for (const slug of slugs) {
        const profile = cached.get(slug);
        if (profile === undefined) missing.push(slug);
        else if (profile !== emptyProfile) found.set(slug, profile);
      }
      if (missing.length > 0)
        for (const [slug, profile] of await read(missing)) if (profile !== emptyProfile) found.set(slug, profile);
      return found;
    },
    preload: async () => {
      let before = changes;
      const batches = batchesById(rowsPerStatement, (last, limit) => {
        before = changes;
        return selectProfiles(db, kind).where('id', '>', last).orderBy('id').limit(limit).execute();
      });
      for await (const rows of batches) {
        if (changes !== before) continue;
        for (const row of rows) {
          const profile = toProfile(row);
          if (cached.calculatedSize + bytesOf(profile) > maxSize) return;
          cached.set(row.slug, profile);
        }
      }
    },
  };
};
