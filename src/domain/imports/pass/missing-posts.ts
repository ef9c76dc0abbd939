import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Pass } from './pass.ts';

const idsPerStatement = 10_000;

/** The next posts of the source, by id, that visitors or admins would miss. */
export const postsOfSource = async (db: Db, sourceId: number, after: number, limit = idsPerStatement) => {
  const { rows } = await sql<{ id: number }>`
    select i.video_id as id from import_items i join videos v on v.id = i.video_id
    where i.source_id = ${sourceId}::bigint and i.video_id > ${after}::bigint and not i.taken_down
      and v.deleted_at is null and v.state <> 'withheld'
    order by i.video_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

/** How many posts the source has, and how many of them the feed lacks. */
export const countMissing = async (
  db: Db,
  { sourceId, seenPosts }: Pass,
): Promise<{ posts: number; missing: number }> => {
  let [posts, missing, after] = [0, 0, 0];
  for (;;) {
    const ids = await postsOfSource(db, sourceId, after);
    posts += ids.length;
    missing += ids.filter((id) => !seenPosts.has(id)).length;
    if (ids.length < idsPerStatement) return { posts, missing };
    after = ids.at(-1) ?? after;
  }
};
