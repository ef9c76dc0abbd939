import { sql } from 'kysely';
import { importLimits } from '#contract/values/imports.ts';
import type { Tx } from '#db/database.ts';
import { announceVisibility } from '#domain/announcements/queue-announcements.ts';
import { refusalsOfPosts } from '#domain/bulk-changes/change.ts';
import { allLinks } from '#domain/catalogue/links.ts';
import { lockVideos } from '#domain/catalogue/stored-videos.ts';
import { forgetLinks } from '#domain/links/posts-of-link.ts';
import { draftIfUnrecorded } from '#domain/post-records/post-records.ts';
import { silenceChangeLog, tellCatalogue } from './imports.ts';
import { type ImportLease, importLeases } from './pass/lease.ts';
import { isAsWritten, type PostValues, postFields, readPostValues } from './posts/post-values.ts';
import { idsOf, writeValues } from './posts/write-posts.ts';

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

interface LeftAlone {
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
const writeItems = (tx: Tx, lease: ImportLease, changes: readonly StoredChange[]) =>
  sql`update import_items i set row_hash = null, version = v.version, fields = decode(given.fields, 'hex'),
      taken_down = given.taken_down
    from unnest(${idsOf(changes)}, ${sql.val(changes.map(({ before }) => before.item.fields))}::text[],
      ${sql.val(changes.map(({ before }) => before.item.isTakenDown ?? false))}::boolean[]) as given(id, fields, taken_down)
      join videos v using (id)
    where i.source_id = ${lease.sourceId}::bigint and i.video_id = given.id`.execute(tx);

/** Writes back what the import overwrote in the next posts, unless somebody has changed them since. */
const undoChanges = async (
  tx: Tx,
  lease: ImportLease,
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
const removeAdded = async (
  tx: Tx,
  lease: ImportLease,
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

const storeLeftAlone = async (tx: Tx, importId: number, posts: readonly LeftAlone[], before: number) => {
  if (posts.length === 0 || before >= importLimits.listedRows) return;
  await sql`insert into import_rows (import_id, outcome, number, reason, title, link, video_id)
    select ${importId}::bigint, 'leftAlone', given.id, given.reason, coalesce(v.title, ''), coalesce(v.link, ''), given.id
    from unnest(${sql.val(posts.map(({ id }) => id))}::bigint[], ${sql.val(posts.map(({ reason }) => reason))}::text[])
      as given(id, reason) left join videos v on v.id = given.id
    on conflict do nothing`.execute(tx);
};

/** Undoes the next posts: first what the import changed, then what it added. Undefined if the lease is lost. */
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
  const leftAlone = [...changes.leftAlone, ...(added?.leftAlone ?? [])];
  const isLast = added?.isLast ?? false;
  const { before } = await tx
    .updateTable('imports')
    .set((eb) => ({
      undone: eb('undone', '+', undone),
      left_alone: eb('left_alone', '+', leftAlone.length),
      undone_to: added?.last ?? left.undoneTo,
      ...(isLast ? { state: 'undone' as const, undo_ended_at: sql<Date>`now()`, runner: null } : {}),
    }))
    .where('id', '=', lease.id)
    .returning(sql<number>`left_alone - ${leftAlone.length}::integer`.as('before'))
    .executeTakeFirstOrThrow();
  await storeLeftAlone(tx, lease.id, leftAlone, before);
  if (isLast) await tellCatalogue(tx, lease.id);
  return { isLast };
};
