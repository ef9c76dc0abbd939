import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { refusalsOfPosts } from '#domain/bulk-changes/refused-posts.ts';
import { lockVideos } from '#domain/catalogue/stored-videos.ts';
import { draftIfUnrecorded } from '#domain/post-records/posts-with-records.ts';
import type { Lease } from '../pass/lease.ts';
import type { PostValues } from '../posts/post-values.ts';
import { readPostValues } from '../posts/read-values.ts';
import { idsOf, writeValues } from '../posts/update-posts.ts';

/** What an import overwrote, as JSON. */
interface Before {
  /** Of fields that it changed. */
  values?: Partial<PostValues> & { publishedAt?: string | null };
  deadLinks?: string[];
  publishAt?: string | null;
  /** Set for a post that an earlier import had taken down, and that came back. */
  deletedAt?: string | null;
  /** Whether the import took it down. */
  isTakenDown?: boolean;
  item: { version: number; fields: string; isTakenDown?: boolean };
}

interface StoredChange {
  id: number;
  version: number;
  before: Before;
}

export interface LeftAlone {
  id: number;
  reason: string;
}

const nextChanges = async (tx: Tx, importId: number, limit: number): Promise<StoredChange[]> => {
  const { rows } = await sql<StoredChange>`
    select video_id as id, version, before from import_changes where import_id = ${importId}::bigint
    order by video_id limit ${limit}`.execute(tx);
  return rows;
};

const writeBack = async (tx: Tx, changes: readonly StoredChange[]) => {
  const stored = await readPostValues(
    tx,
    changes.map(({ id }) => id),
  );
  const posts = changes.flatMap(({ id, before }) => {
    const post = stored.get(id);
    if (!post) return [];
    const { publishedAt, ...values } = before.values ?? {};
    const after: PostValues = {
      ...post.values,
      ...values,
      ...(publishedAt && { publishedAt: new Date(publishedAt) }),
    };
    const publishAt = before.publishAt ? new Date(before.publishAt) : null;
    const deadLinks = before.deadLinks ?? post.deadLinks;
    return [{ id, values: after, publishAt: after.state === 'scheduled' ? publishAt : null, deadLinks, before }];
  });
  await writeValues(tx, posts, {
    tags: posts.filter(({ before }) => before.values?.tags),
    performers: posts.filter(({ before }) => before.values?.performers),
  });
  const back = posts.filter(({ before }) => before.isTakenDown && !before.deletedAt);
  await sql`update videos set deleted_at = null, ${draftIfUnrecorded} where id = any(${idsOf(back)})`.execute(tx);
  const gone = posts.filter(({ before }) => before.deletedAt);
  await sql`update videos set deleted_at = times.at
    from unnest(${idsOf(gone)}, ${sql.val(gone.map(({ before }) => before.deletedAt))}::timestamptz[]) as times(id, at)
    where videos.id = times.id`.execute(tx);
};

/** The row is read again, and the items are what they were before the import. */
const writeItems = (tx: Tx, lease: Lease, changes: readonly StoredChange[]) =>
  sql`update import_items i set row_hash = null, version = v.version, fields = decode(given.fields, 'hex'),
      taken_down = given.taken_down
    from unnest(${idsOf(changes)}, ${sql.val(changes.map(({ before }) => before.item.fields))}::text[],
      ${sql.val(changes.map(({ before }) => before.item.isTakenDown ?? false))}::boolean[]) as given(id, fields, taken_down)
      join videos v using (id)
    where i.source_id = ${lease.sourceId}::bigint and i.video_id = given.id`.execute(tx);

/** Writes back what the import overwrote in the next posts, unless somebody has changed them since. */
export const undoChanges = async (
  tx: Tx,
  lease: Lease,
  limit: number,
): Promise<{ undone: number[]; leftAlone: LeftAlone[]; isLast: boolean }> => {
  const changes = await nextChanges(tx, lease.id, limit);
  const locked = new Map(
    (
      await lockVideos(
        tx,
        changes.map(({ id }) => id),
      )
    ).map((video) => [video.id, video.version]),
  );
  const leftAlone: LeftAlone[] = [];
  const same = changes.filter(({ id, version }) => {
    const current = locked.get(id);
    if (current === version) return true;
    const reason = current === undefined ? 'Has been removed for good.' : 'Has been changed since.';
    leftAlone.push({ id, reason });
    return false;
  });
  await sql`savepoint before_undo`.execute(tx);
  let undone = same;
  if (same.length > 0) {
    await writeBack(tx, same);
    const refusals = await refusalsOfPosts(
      tx,
      same.map(({ id }) => id),
    );
    if (refusals.length > 0) {
      await sql`rollback to savepoint before_undo`.execute(tx);
      const refused = new Set(refusals.map(({ entityId }) => entityId));
      for (const id of refused) leftAlone.push({ id, reason: 'May not be listed as it was before.' });
      undone = same.filter(({ id }) => !refused.has(id));
      await writeBack(tx, undone);
    }
    await writeItems(tx, lease, undone);
  }
  await sql`delete from import_changes
    where import_id = ${lease.id}::bigint and video_id = any(${idsOf(changes)})`.execute(tx);
  return { undone: undone.map(({ id }) => id), leftAlone, isLast: changes.length < limit };
};
