import { type RawBuilder, sql } from 'kysely';
import type { DeletedKind } from '#contract/values/deleted-kinds.ts';
import { missingParts, noRecords, type RecordPart } from '#contract/values/record-parts.ts';
import type { Db, Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { announceVideo } from '#domain/announcements/queue-announcements.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { recordsByIds } from '#domain/catalogue/stored-records.ts';
import { getStoredVideo } from '#domain/catalogue/stored-videos.ts';
import { assertCanBeHidden } from '#domain/catalogue/video-state.ts';
import { deletedKinds } from '#domain/directory/deleted-kinds.ts';
import { assertVersion, ConflictError, NotFoundError } from '#domain/errors.ts';
import { readListing } from '#domain/listing/read-listings.ts';
import { assertMayBeListed } from '#domain/listing-rules/may-be-listed.ts';
import { containsWords, type SearchedPage } from '#domain/paged-search.ts';
import { draftIfUnrecorded, lacksRequiredRecords } from '#domain/post-records/posts-with-records.ts';

/** Enough of a deleted record to recognise it in a list. */
export interface DeletedRecord {
  id: number;
  name: string;
  image: string;
  url: string;
  category: string;
  version: number;
  deletedAt: Date;
}

/** One in a list. */
export interface ListedRecord extends DeletedRecord {
  /** Whether it is a post that a case or block withholds. */
  withheld?: boolean;
}

const columnOr = (name: string | undefined) => (name === undefined ? sql`''` : sql.ref(name));

/** `rest` is appended to the query: more conditions, the order, a lock. */
export const selectDeleted = (kind: DeletedKind, rest: RawBuilder<unknown>) => {
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

/** A page of the deleted records, last deleted first, by words of the name and the URL. */
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

/** Makes a draft of a post that lacks required records. Returns what it lacks. */
const hideUnrecorded = async (tx: Tx, id: number): Promise<RecordPart[]> => {
  const { rows } = await sql`
    select from videos where id = ${id}::bigint and (state = 'published' or withheld_from = 'published')
      and ${lacksRequiredRecords}`.execute(tx);
  if (rows.length === 0) return [];
  await assertCanBeHidden(tx);
  await sql`update videos set ${draftIfUnrecorded} where id = ${id}::bigint`.execute(tx);
  return missingParts((await recordsByIds(tx, [id])).get(id) ?? noRecords);
};

/** Returns the records for lack of which a restored post is a draft now. */
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
    const { deletedAt, ...same } = before;
    const after = { ...same, version: before.version + 1 };
    const missing = kind === 'posts' ? await hideUnrecorded(tx, id) : [];
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
