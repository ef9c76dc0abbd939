import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

export interface ScheduledVideo {
  id: number;
  title: string;
  imageUrl: string;
  publishAt: Date;
}

/** More would not be read by anybody. */
const maxListed = 1000;

/** The videos that are to be published within a time, the next one first. */
export const scheduledBetween = (db: Db, from: Date, to: Date): Promise<ScheduledVideo[]> =>
  db
    .selectFrom('videos')
    .select(['id', 'title', 'image_url as imageUrl', sql<Date>`publish_at`.as('publishAt')])
    .where('state', '=', 'scheduled')
    .where('deleted_at', 'is', null)
    .where('publish_at', '>=', from)
    .where('publish_at', '<', to)
    .orderBy('publish_at')
    .orderBy('id')
    .limit(maxListed)
    .execute();

/** How many videos wait in each state. */
export const countUnpublished = async (db: Db): Promise<{ drafts: number; scheduled: number }> => {
  const { rows } = await sql<{ drafts: number; scheduled: number }>`
    select count(*) filter (where state = 'draft') as drafts, count(*) filter (where state = 'scheduled') as scheduled
    from videos where state <> 'published' and deleted_at is null`.execute(db);
  return rows[0] ?? { drafts: 0, scheduled: 0 };
};
