import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { IdRun } from '#domain/search/catalogue-index.ts';

/**
 * The ids of the posts that an import has added, as runs of ids that follow each other: batches reserve theirs together, so a million
 * posts are a few hundred runs.
 */
export const readImportedIds = async (db: Db, importId: number): Promise<IdRun[]> => {
  const { rows } = await sql<IdRun>`
    select min(video_id) as "from", max(video_id) as "to"
    from (select video_id, video_id - row_number() over (order by video_id) as run
      from import_items where import_id = ${importId}::bigint) as numbered
    group by run order by 1`.execute(db);
  return rows;
};
