import { type RawBuilder, sql } from 'kysely';
import type { RecordPart } from '#contract/values/post-fields.ts';
import { missingParts, noRecords } from '#contract/values/posts.ts';
import { type DeletedKind, deletedKinds as kindNames, restorableDays } from '#contract/values/record-kinds.ts';
import type { Db, Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/errors.ts';
import { announceVideo } from '#domain/announcements/queue-announcements.ts';
import { type Actor, recordChange, recordChanges, system } from '#domain/audit-log.ts';
import { getStoredVideo, recordsByIds } from '#domain/catalogue/stored-videos.ts';
import { assertCanBeHidden } from '#domain/catalogue/video-state.ts';
import { dayMs } from '#domain/day.ts';
import { deletedKinds } from '#domain/directory/directory.ts';
import { assertNoTwin } from '#domain/directory/twins.ts';
import { assertVersion, ConflictError, NotFoundError } from '#domain/errors.ts';
import { readListing } from '#domain/listing/record-listings.ts';
import { assertMayBeListed } from '#domain/listing-rules/may-be-listed.ts';
import { purgeRetiredNames } from '#domain/names/merge-names.ts';
import { containsWords, type SearchedPage } from '#domain/paged-search.ts';
import { draftIfUnrecorded, lacksRequiredRecords } from '#domain/post-records/post-records.ts';
import { purgeHashLists } from '#domain/stay-down/hash-lists.ts';
import { pruneImageHashes } from '#domain/stay-down/image-hashes.ts';
import { removeUnusedImages, removeUnusedLogos } from '#domain/uploads/uploads.ts';

/** The fields by which a deleted record is recognised in a list. */
interface DeletedRecord {
  id: number;
  name: string;
  image: string;
  url: string;
  category: string;
  version: number;
  deletedAt: Date;
}

export interface ListedRecord extends DeletedRecord {
  /** Set for a post that a case or block withholds. */
  withheld?: true;
}

const columnOr = (name: string | undefined) => (name === undefined ? sql`''` : sql.ref(name));

/** `rest` is appended to the query: more conditions, the order, a lock. */
const selectDeleted = (kind: DeletedKind, rest: RawBuilder<unknown>) => {
  const { table, name, image, url } = deletedKinds[kind];
  return sql<DeletedRecord>`
    select id, ${sql.ref(name)} as name, ${columnOr(image)} as image, ${columnOr(url)} as url, category, version,
      deleted_at as "deletedAt"
    from ${sql.table(table)} where deleted_at is not null ${rest}`;
};

const withheldAmong = async (db: Db, ids: number[]): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('videos')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'withheld')
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** A page of deleted records, last deleted first. Searches names and URLs. */
export const deletedRecords = async (db: Db, kind: DeletedKind, { page, limit, search }: SearchedPage) => {
  const { name, url } = deletedKinds[kind];
  const matching = containsWords(sql`concat_ws(' ', ${sql.ref(name)}, ${columnOr(url)})`, search);
  const { total } = await db
    .selectFrom(deletedKinds[kind].table)
    .select(sql<number>`count(*)`.as('total'))
    .where('deleted_at', 'is not', null)
    .where(matching)
    .executeTakeFirstOrThrow();
  const inOrder = sql`and ${matching} order by deleted_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`;
  const { rows } = await selectDeleted(kind, inOrder).execute(db);
  const ids = rows.map(({ id }) => id);
  const withheld = kind === 'posts' ? await withheldAmong(db, ids) : undefined;
  return {
    total,
    records: rows.map((row): ListedRecord => (withheld?.has(row.id) ? { ...row, withheld: true } : row)),
  };
};

/** Turns a post that lacks required records into a draft. Returns the missing parts. */
const draftIfRecordsMissing = async (tx: Tx, id: number): Promise<RecordPart[]> => {
  const { rows } = await sql`
    select from videos where id = ${id}::bigint and (state = 'published' or withheld_from = 'published')
      and ${lacksRequiredRecords}`.execute(tx);
  if (rows.length === 0) return [];
  await assertCanBeHidden(tx);
  await sql`update videos set ${draftIfUnrecorded} where id = ${id}::bigint`.execute(tx);
  return missingParts((await recordsByIds(tx, [id])).get(id) ?? noRecords);
};

/** Returns the missing parts of records because of which a restored post became a draft. */
export const restoreRecord = (
  db: Db,
  actor: Actor,
  kind: DeletedKind,
  id: number,
  expectedVersion: number | undefined,
): Promise<RecordPart[]> =>
  db.transaction().execute(async (tx) => {
    const { table, entity, word } = deletedKinds[kind];
    const { rows } = await selectDeleted(kind, sql`and id = ${id}::bigint for update`).execute(tx);
    const before = rows[0];
    if (!before) throw new NotFoundError(`There is no such deleted ${word}.`);
    assertVersion(word, before, expectedVersion);
    const listing = await readListing(tx, kind, id);
    if (listing) await assertMayBeListed(tx, listing);
    if (kind === 'networks' || kind === 'channels' || kind === 'terabox') await assertNoTwin(tx, kind, before);
    const { deletedAt, ...same } = before;
    const after = { ...same, version: before.version + 1 };
    const missing = kind === 'posts' ? await draftIfRecordsMissing(tx, id) : [];
    await tx
      .updateTable(table)
      .set({ deleted_at: null, version: after.version, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => {
        if (!isUniqueViolation(error)) throw error;
        throw new ConflictError(`Another ${word} has this name now. Rename or delete it first.`);
      });
    await recordChange(tx, actor, { action: 'restore', entity, entityId: id, before, after });
    if (kind === 'posts') await announceVideo(tx, undefined, await getStoredVideo(tx, id));
    return missing;
  });

const defaultBatchSize = 500;

const purgeBatch = (db: Db, kind: DeletedKind, before: Date, batchSize: number): Promise<DeletedRecord[]> =>
  db.transaction().execute(async (tx) => {
    const { table, entity } = deletedKinds[kind];
    // Keep blocked records, so that they cannot be added again under the same name.
    const isUnblocked = kind === 'stars' || kind === 'networks' ? sql`and blocked_at is null` : sql``;
    const oldest = sql`and deleted_at < ${before} ${isUnblocked} order by deleted_at limit ${batchSize} for update skip locked`;
    const { rows } = await selectDeleted(kind, oldest).execute(tx);
    const ids = rows.map(({ id }) => id);
    await tx
      .deleteFrom(table)
      .where('id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
      .execute();
    const changes = rows.map((row) => ({ action: 'purge' as const, entity, entityId: row.id, before: row }));
    await recordChanges(tx, system, changes);
    return rows;
  });

/** Removes records that can no longer be restored, in small transactions that don't hold locks for long. */
export const purgeDeleted = async (
  db: Db,
  { now = new Date(), batchSize = defaultBatchSize } = {},
): Promise<number> => {
  const before = new Date(now.getTime() - restorableDays * dayMs);
  let purged = 0;
  for (const kind of kindNames)
    for (;;) {
      const removed = await purgeBatch(db, kind, before, batchSize);
      purged += removed.length;
      if (kind === 'networks')
        await removeUnusedLogos(
          db,
          removed.map(({ image }) => image),
        );
      if (removed.length < batchSize) break;
    }
  purged += await purgeRetiredNames(db, before, batchSize);
  await purgeHashLists(db);
  await removeUnusedImages(db);
  await pruneImageHashes(db);
  return purged;
};
