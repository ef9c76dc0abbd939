import type { Db } from '#db/database.ts';

/** More than these, and only the latest are told. */
const maxTold = 10_000;

/** Videos that cases withhold, the latest first. */
export const removedVideoIds = async (db: Db): Promise<number[]> => {
  const rows = await db
    .selectFrom('video_holds')
    .select('video_id')
    .where('case_id', 'is not', null)
    .orderBy('held_at', 'desc')
    .orderBy('video_id')
    .limit(maxTold)
    .execute();
  return rows.map(({ video_id }) => video_id);
};
