import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { videoListings } from '#domain/listing/read-listings.ts';
import { refusalByTerms } from '#domain/listing-rules/find-prohibited-terms.ts';
import { readMatcher } from '#domain/listing-rules/stored-matcher.ts';

/** About a fifth of a second. */
const batchSize = 1000;

/** The posts among the next ones that contain a prohibited term: they were listed before it was prohibited. */
export const matchingPosts = async (db: Db, after: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from videos where id > ${after}::bigint and deleted_at is null order by id limit ${batchSize}`.execute(
    db,
  );
  const ids = rows.map(({ id }) => id);
  const matcher = await readMatcher(db);
  const posts = (await videoListings(db, ids)).flatMap((listing) => {
    const refusal = refusalByTerms(matcher, listing);
    return refusal ? [{ id: listing.id, title: listing.name, sentence: refusal.sentence }] : [];
  });
  const { total } = await db
    .selectFrom('videos')
    .select(sql<number>`count(*)`.as('total'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { posts, looked: ids.length, total, next: ids.length < batchSize ? null : (ids.at(-1) ?? null) };
};
