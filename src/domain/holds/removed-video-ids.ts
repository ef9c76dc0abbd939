import type { Db } from '#db/database.ts';

/** The response lists the latest only. */
const maxListed = 10_000;

/** Videos that cases withhold, the latest first. */
export const removedVideoIds = async (db: Db): Promise<number[]> => {
  const rows = await db
    .selectFrom('video_holds')
    .select('video_id')
    .where('case_id', 'is not', null)
    .orderBy('held_at', 'desc')
    .orderBy('video_id')
    .limit(maxListed)
    .execute();
  return rows.map(({ video_id }) => video_id);
};
