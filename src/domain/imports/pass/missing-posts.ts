import { sql } from 'kysely';
import { importLimits } from '#contract/values/imports.ts';
import type { Db, Tx } from '#db/database.ts';
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

interface MissingPosts {
  /** How many posts the source has, and how many of them the feed lacks. */
  posts: number;
  missing: number;
  /** The first of those that the feed lacks: as many as are listed. */
  listed: number[];
}

export const findMissing = async (db: Db, { sourceId, seenPosts }: Pass): Promise<MissingPosts> => {
  const found: MissingPosts = { posts: 0, missing: 0, listed: [] };
  for (let after = 0; ; ) {
    const ids = await postsOfSource(db, sourceId, after);
    const missing = ids.filter((id) => !seenPosts.has(id));
    found.posts += ids.length;
    found.missing += missing.length;
    for (const id of missing.slice(0, importLimits.listedRows - found.listed.length)) found.listed.push(id);
    if (ids.length < idsPerStatement) return found;
    after = ids.at(-1) ?? after;
  }
};

/** Lists posts that the feed lacks: after a dry run those that would be taken down, after the run those that were. */
export const listMissing = async (tx: Tx, importId: number, ids: readonly number[]): Promise<void> => {
  for (let from = 0; from < ids.length; from += idsPerStatement)
    await sql`insert into import_rows (import_id, outcome, number, reason, title, link, video_id)
      select ${importId}::bigint, 'takenDown', id, 'The feed has it no more.', title, link, id
      from videos where id = any(${sql.val(ids.slice(from, from + idsPerStatement))}::bigint[])
      on conflict do nothing`.execute(tx);
};
