import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';

export interface LockedVideo {
  id: number;
  version: number;
  isDeleted: boolean;
  /** Whether visitors see it. */
  isShown: boolean;
}

/** Locks in the order of ids, so that concurrent bulk changes cannot deadlock. Purged videos are missing from the result. */
export const lockVideos = async (tx: Tx, ids: readonly number[]): Promise<LockedVideo[]> => {
  const { rows } = await sql<LockedVideo>`
    select id, version, deleted_at is not null as "isDeleted",
      state = 'published' and deleted_at is null as "isShown"
    from videos
    where id = any(${sql.val(ids)}::bigint[]) order by id for no key update`.execute(tx);
  return rows;
};
