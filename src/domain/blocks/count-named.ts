import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { videoListings } from '#domain/listing/read-listings.ts';
import type { BlockTarget } from './block-target.ts';
import { findNamed } from './blocked-names.ts';
import { createNameFinder } from './name-finder.ts';

/** Only the best matches of the search are read. */
const maxRead = 1000;

/** Finds published posts in the index, the best matches first. */
type FindPublished = (search: string) => Promise<readonly number[]>;

/** Published posts that name a performer in a text, or as a performer who is written alike. A block does not hide them. */
export const countNamed = async (
  db: Db,
  { name, performerId }: BlockTarget,
  findPublished: FindPublished,
): Promise<number> => {
  if (performerId === null) return 0;
  const found = await findPublished(name);
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${sql.val(found.slice(0, maxRead))}::bigint[]) as id
    where not exists (select from video_performers vp where vp.video_id = id and vp.performer_id = ${performerId})`.execute(
    db,
  );
  const listings = await videoListings(
    db,
    rows.map(({ id }) => id),
  );
  const finder = createNameFinder([{ written: name, name }]);
  return listings.filter((listing) => findNamed(finder, listing)).length;
};
