import { sql } from 'kysely';
import { type FindContext, findPostIds } from '#domain/posts/find-posts.ts';
import { videoListings } from '../read-listings.ts';
import type { BlockTarget } from './block-target.ts';
import { findNamed } from './blocked-names.ts';
import { createNameFinder } from './name-finder.ts';

/** So many of the posts that a search finds are read, the best matches first. */
const maxRead = 1000;

/** Published posts that name a performer in a text, or as a performer who is written alike. A block does not hide them. */
export const countNamed = async (context: FindContext, { name, performerId }: BlockTarget): Promise<number> => {
  if (performerId === null) return 0;
  const found = await findPostIds(context, { state: 'published', search: name });
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${sql.val(found.slice(0, maxRead))}::bigint[]) as id
    where not exists (select from video_performers vp where vp.video_id = id and vp.performer_id = ${performerId})`.execute(
    context.db,
  );
  const listings = await videoListings(
    context.db,
    rows.map(({ id }) => id),
  );
  const finder = createNameFinder([{ written: name, name }]);
  return listings.filter((listing) => findNamed(finder, listing)).length;
};
