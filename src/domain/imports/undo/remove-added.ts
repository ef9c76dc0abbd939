import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { announceVisibility } from '#domain/announcements/queue-announcements.ts';
import { allLinks } from '#domain/catalogue/links.ts';
import { lockVideos } from '#domain/catalogue/stored-videos.ts';
import { forgetLinks } from '#domain/links/forget-links.ts';
import type { Lease } from '../pass/lease.ts';
import { isAsWritten } from '../posts/changed-fields.ts';
import { postFields } from '../posts/post-values.ts';
import { readPostValues } from '../posts/read-values.ts';
import type { LeftAlone } from './undo-changes.ts';

interface AddedItem {
  id: number;
  version: number;
  fields: Buffer;
  isTakenDown: boolean;
}

const nextAdded = async (tx: Tx, { id, sourceId }: Lease, after: number, limit: number): Promise<AddedItem[]> => {
  const { rows } = await sql<AddedItem>`
    select video_id as id, version, fields, taken_down as "isTakenDown" from import_items
    where import_id = ${id}::bigint and video_id > ${after}::bigint and source_id = ${sourceId}::bigint
    order by video_id limit ${limit}`.execute(tx);
  return rows;
};

/** Posts that a case, a block or a list of pictures is about: they have to stay for whoever decides. */
const concerned = async (tx: Tx, ids: readonly number[]): Promise<Set<number>> => {
  const given = sql`any(${sql.val(ids)}::bigint[])`;
  const { rows } = await sql<{ id: number }>`
    select video_id as id from case_urls where video_id = ${given}
    union select video_id from video_holds where video_id = ${given}
    union select video_id from hash_matches where video_id = ${given}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

/** What somebody has done to posts since, by id. Most still have their first version, and need not be read. */
const findTouched = async (tx: Tx, items: readonly AddedItem[], versions: ReadonlyMap<number, number>) => {
  const doubtful = items.filter(({ id }) => versions.get(id) !== 1);
  const stored = await readPostValues(
    tx,
    doubtful.map(({ id }) => id),
  );
  const reasonOf = (item: AddedItem) => {
    const post = stored.get(item.id);
    if (!post) return undefined;
    if (post.deletedAt !== null && !item.isTakenDown) return 'Has been deleted since.';
    return postFields.every((field) => isAsWritten(item, post, field)) ? undefined : 'Has been changed since.';
  };
  return new Map(doubtful.map((item) => [item.id, reasonOf(item)]));
};

const removePosts = async (tx: Tx, ids: readonly number[]) => {
  const given = sql`any(${sql.val(ids)}::bigint[])`;
  // In one statement each: the foreign keys would delete row by row. Tags and performers go in one statement anyway.
  for (const table of ['video_views', 'video_records', 'hourly_views'])
    await sql`delete from ${sql.table(table)} where video_id = ${given}`.execute(tx);
  const { rows } = await sql<{ link: string; links: string[] }>`
    delete from videos where id = ${given} returning link, links`.execute(tx);
  await forgetLinks(tx, rows.flatMap(allLinks));
};

/** Removes the next posts that the import added for good, so that the feed can go in again, unless somebody has touched them since. */
export const removeAdded = async (
  tx: Tx,
  lease: Lease,
  after: number,
  limit: number,
): Promise<{ undone: number[]; leftAlone: LeftAlone[]; last: number; isLast: boolean }> => {
  const items = await nextAdded(tx, lease, after, limit);
  const ids = items.map(({ id }) => id);
  const locked = await lockVideos(tx, ids);
  const versions = new Map(locked.map(({ id, version }) => [id, version]));
  const decided = await concerned(tx, ids);
  const present = items.filter(({ id }) => versions.has(id));
  const touched = await findTouched(tx, present, versions);
  const leftAlone: LeftAlone[] = items.flatMap(({ id }) => {
    if (!versions.has(id)) return [];
    if (decided.has(id)) return [{ id, reason: 'A case, a block or a match is about it.' }];
    const reason = touched.get(id);
    return reason === undefined ? [] : [{ id, reason }];
  });
  const kept = new Set(leftAlone.map(({ id }) => id));
  const undone = present.map(({ id }) => id).filter((id) => !kept.has(id));
  if (undone.length > 0) {
    const shown = new Set(locked.filter(({ isShown }) => isShown).map(({ id }) => id));
    await announceVisibility(tx, async () => {
      const announced = undone.filter((id) => shown.has(id)).slice(-100);
      const { rows } = await sql<{ id: number; title: string }>`
        select id, title from videos where id = any(${sql.val(announced)}::bigint[])`.execute(tx);
      return { shown: [], hidden: rows };
    });
    await sql`delete from import_items where import_id = ${lease.id}::bigint
      and video_id = any(${sql.val(undone)}::bigint[])`.execute(tx);
    await removePosts(tx, undone);
  }
  return { undone, leftAlone, last: ids.at(-1) ?? after, isLast: items.length < limit };
};
