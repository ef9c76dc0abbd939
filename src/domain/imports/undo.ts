import { sql } from 'kysely';
import { importLimits } from '#contract/values/imports.ts';
import type { Tx } from '#db/database.ts';
import { announceVisibility } from '#domain/announcements/queue-announcements.ts';
import { refusalsOfPosts } from '#domain/bulk-changes/change.ts';
import { allLinks } from '#domain/catalogue/links.ts';
import { lockVideos } from '#domain/catalogue/stored-videos.ts';
import { forgetLinks } from '#domain/links/posts-of-link.ts';
import { draftIfUnrecorded } from '#domain/post-records/post-records.ts';
import { logBulkImport, silenceChangeLog } from './imports.ts';
import { type ImportLease, importLeases } from './pass/lease.ts';
import { isAsWritten, type PostValues, readPostValues, storedFields } from './posts/post-values.ts';
import { idsOf, writeValues } from './posts/write-posts.ts';

/** What an import overwrote in a post, as stored in JSON. */
interface Before {
  /** Previous values of the changed fields. */
  values?: Partial<PostValues> & { publishedAt?: string | null };
  deadLinks?: string[];
  publishAt?: string | null;
  /** Set if an earlier import had taken the post down and this one restored it. */
  deletedAt?: string | null;
  /** True if the import took the post down. */
  isTakenDown?: boolean;
  item: { version: number; fields: string; isTakenDown?: boolean };
}

interface StoredChange {
  id: number;
  version: number;
  before: Before;
}

interface SkippedPost {
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
  const restored = posts.filter(({ before }) => before.isTakenDown && !before.deletedAt);
  await sql`update videos set deleted_at = null, ${draftIfUnrecorded} where id = any(${idsOf(restored)})`.execute(tx);
  const deleted = posts.filter(({ before }) => before.deletedAt);
  await sql`update videos set deleted_at = times.at
    from unnest(${idsOf(deleted)}, ${sql.val(deleted.map(({ before }) => before.deletedAt))}::timestamptz[]) as times(id, at)
    where videos.id = times.id`.execute(tx);
};

/** Restores items to their state before the import. Clearing the row hash makes the next import read the row again. */
const writeItems = (tx: Tx, lease: ImportLease, changes: readonly StoredChange[]) =>
  sql`update import_items i set row_hash = null, version = v.version, fields = decode(given.fields, 'hex'),
      taken_down = given.taken_down
    from unnest(${idsOf(changes)}, ${sql.val(changes.map(({ before }) => before.item.fields))}::text[],
      ${sql.val(changes.map(({ before }) => before.item.isTakenDown ?? false))}::boolean[]) as given(id, fields, taken_down)
      join videos v using (id)
    where i.source_id = ${lease.sourceId}::bigint and i.video_id = given.id`.execute(tx);

/** Restores the next posts that the import changed, except those edited since. */
const undoChanges = async (
  tx: Tx,
  lease: ImportLease,
  limit: number,
): Promise<{ undone: number[]; skipped: SkippedPost[]; isLast: boolean }> => {
  const changes = await nextChanges(tx, lease.id, limit);
  const locked = new Map(
    (
      await lockVideos(
        tx,
        changes.map(({ id }) => id),
      )
    ).map((video) => [video.id, video.version]),
  );
  const skipped: SkippedPost[] = [];
  const unedited = changes.filter(({ id, version }) => {
    const current = locked.get(id);
    if (current === version) return true;
    const reason = current === undefined ? 'Permanently deleted since.' : 'Edited since.';
    skipped.push({ id, reason });
    return false;
  });
  await sql`savepoint before_undo`.execute(tx);
  let undone = unedited;
  if (unedited.length > 0) {
    await writeBack(tx, unedited);
    const refusals = await refusalsOfPosts(
      tx,
      unedited.map(({ id }) => id),
    );
    if (refusals.length > 0) {
      await sql`rollback to savepoint before_undo`.execute(tx);
      const refused = new Set(refusals.map(({ entityId }) => entityId));
      for (const id of refused) skipped.push({ id, reason: 'The previous version may not be listed.' });
      undone = unedited.filter(({ id }) => !refused.has(id));
      await writeBack(tx, undone);
    }
    await writeItems(tx, lease, undone);
  }
  await sql`delete from import_changes
    where import_id = ${lease.id}::bigint and video_id = any(${idsOf(changes)})`.execute(tx);
  return { undone: undone.map(({ id }) => id), skipped, isLast: changes.length < limit };
};

interface AddedItem {
  id: number;
  version: number;
  fields: Buffer;
  isTakenDown: boolean;
}

const nextAdded = async (tx: Tx, { id, sourceId }: ImportLease, after: number, limit: number): Promise<AddedItem[]> => {
  const { rows } = await sql<AddedItem>`
    select video_id as id, version, fields, taken_down as "isTakenDown" from import_items
    where import_id = ${id}::bigint and video_id > ${after}::bigint and source_id = ${sourceId}::bigint
    order by video_id limit ${limit}`.execute(tx);
  return rows;
};

/** Finds posts that a case, block or hash list refers to. They must stay so that admins can decide about them. */
const findReferenced = async (tx: Tx, ids: readonly number[]): Promise<Set<number>> => {
  const given = sql`any(${sql.val(ids)}::bigint[])`;
  const { rows } = await sql<{ id: number }>`
    select video_id as id from case_urls where video_id = ${given}
    union select video_id from video_holds where video_id = ${given}
    union select video_id from hash_matches where video_id = ${given}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
};

/** Describes edits made to posts since the import, by id. Only posts past their first version need to be read. */
const describeEdits = async (tx: Tx, items: readonly AddedItem[], versions: ReadonlyMap<number, number>) => {
  const candidates = items.filter(({ id }) => versions.get(id) !== 1);
  const stored = await readPostValues(
    tx,
    candidates.map(({ id }) => id),
  );
  const reasonOf = (item: AddedItem) => {
    const post = stored.get(item.id);
    if (!post) return undefined;
    if (post.deletedAt !== null && !item.isTakenDown) return 'Deleted since.';
    return storedFields.every((field) => isAsWritten(item, post, field)) ? undefined : 'Edited since.';
  };
  return new Map(candidates.map((item) => [item.id, reasonOf(item)]));
};

const removePosts = async (tx: Tx, ids: readonly number[]) => {
  const given = sql`any(${sql.val(ids)}::bigint[])`;
  // One statement per table: cascading foreign keys would delete row by row.
  for (const table of ['video_views', 'video_records', 'hourly_views'])
    await sql`delete from ${sql.table(table)} where video_id = ${given}`.execute(tx);
  const { rows } = await sql<{ link: string; links: string[] }>`
    delete from videos where id = ${given} returning link, links`.execute(tx);
  await forgetLinks(tx, rows.flatMap(allLinks));
};

/**
 * Permanently deletes the next posts that the import added, so that the feed can be imported again. Skips posts edited
 * since.
 */
const removeAdded = async (
  tx: Tx,
  lease: ImportLease,
  after: number,
  limit: number,
): Promise<{ undone: number[]; skipped: SkippedPost[]; last: number; isLast: boolean }> => {
  const items = await nextAdded(tx, lease, after, limit);
  const ids = items.map(({ id }) => id);
  const locked = await lockVideos(tx, ids);
  const versions = new Map(locked.map(({ id, version }) => [id, version]));
  const referenced = await findReferenced(tx, ids);
  const present = items.filter(({ id }) => versions.has(id));
  const edits = await describeEdits(tx, present, versions);
  const skipped: SkippedPost[] = items.flatMap(({ id }) => {
    if (!versions.has(id)) return [];
    if (referenced.has(id)) return [{ id, reason: 'A case, block or match refers to it.' }];
    const reason = edits.get(id);
    return reason === undefined ? [] : [{ id, reason }];
  });
  const kept = new Set(skipped.map(({ id }) => id));
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
  return { undone, skipped, last: ids.at(-1) ?? after, isLast: items.length < limit };
};

const storeSkipped = async (tx: Tx, importId: number, posts: readonly SkippedPost[], before: number) => {
  if (posts.length === 0 || before >= importLimits.listedRows) return;
  await sql`insert into import_rows (import_id, outcome, number, reason, title, link, video_id)
    select ${importId}::bigint, 'leftAlone', given.id, given.reason, coalesce(v.title, ''), coalesce(v.link, ''), given.id
    from unnest(${sql.val(posts.map(({ id }) => id))}::bigint[], ${sql.val(posts.map(({ reason }) => reason))}::text[])
      as given(id, reason) left join videos v on v.id = given.id
    on conflict do nothing`.execute(tx);
};

/**
 * Undoes the next posts: first those that the import changed, then those it added. Returns undefined if the lease is
 * lost.
 */
export const undoBatch = async (
  tx: Tx,
  lease: ImportLease,
  batchSize: number,
): Promise<{ isLast: boolean } | undefined> => {
  const left = await importLeases.renew(tx, lease);
  if (!left) return undefined;
  if (lease.isBulk) await silenceChangeLog(tx);
  const changes = await undoChanges(tx, lease, batchSize);
  const added = changes.isLast ? await removeAdded(tx, lease, left.undoneTo, batchSize) : undefined;
  const undone = changes.undone.length + (added?.undone.length ?? 0);
  const skipped = [...changes.skipped, ...(added?.skipped ?? [])];
  const isLast = added?.isLast ?? false;
  const { before } = await tx
    .updateTable('imports')
    .set((eb) => ({
      undone: eb('undone', '+', undone),
      left_alone: eb('left_alone', '+', skipped.length),
      undone_to: added?.last ?? left.undoneTo,
      ...(isLast ? { state: 'undone' as const, undo_ended_at: sql<Date>`now()`, runner: null } : {}),
    }))
    .where('id', '=', lease.id)
    .returning(sql<number>`left_alone - ${skipped.length}::integer`.as('before'))
    .executeTakeFirstOrThrow();
  await storeSkipped(tx, lease.id, skipped, before);
  if (isLast) await logBulkImport(tx, lease.id);
  return { isLast };
};
