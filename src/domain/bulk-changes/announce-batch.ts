import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { announceVideos } from '#domain/announcements/queue-announcements.ts';

/** Tells other services of the pages that a batch has changed. */
export const announceBatch = async (tx: Tx, ids: readonly number[]): Promise<void> =>
  announceVideos(tx, async () => {
    const { rows } = await sql<{ id: number; title: string }>`
      select id, title from videos where id = any(${sql.val(ids)}::bigint[]) and state = 'published'`.execute(tx);
    return rows;
  });
