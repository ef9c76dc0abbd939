import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** By slug; performers without an image are left out. */
export const performerImages = async (db: Db, slugs: readonly string[]): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('performers')
    .select(['slug', 'image_url'])
    .where('slug', '=', sql<string>`any(${sql.val(slugs)}::text[])`)
    .where('image_url', '<>', '')
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.slug, row.image_url]));
};
