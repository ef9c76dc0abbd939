import { sql } from 'kysely';
import { kindKey } from '#contract/values/exports.ts';
import { numeral } from '#contract/values/fields.ts';
import {
  type FeedFormat,
  importLimits,
  type ListedOutcome,
  looksLikeFormat,
  maxTakeDownShare,
} from '#contract/values/imports.ts';
import type { Db, InTransaction, Tx } from '#db/database.ts';
import { type Actor, system } from '#domain/audit-log.ts';
import { ValidationError } from '#domain/errors.ts';
import { readTimeZone } from '#domain/settings.ts';
import { importCatalogueRows } from '../catalogue-rows.ts';
import { beginRun } from '../control-imports.ts';
import {
  addCounts,
  countsOf,
  type Import,
  type ImportCounts,
  joinReasons,
  logBulkImport,
  noCounts,
  readImport,
  readImportRows,
  silenceChangeLog,
} from '../imports.ts';
import { isOwnExport } from '../mapping/guess-mapping.ts';
import { createPartnerFinder } from '../posts/resolve-posts.ts';
import { insertPosts, refreshRowHashes, updatePosts } from '../posts/write-posts.ts';
import { assertNoWordPressExport } from '../reading/detect-format.ts';
import { otherFormatOf } from '../reading/feed-look.ts';
import { emptyFeed } from '../reading/formats/messages.ts';
import { readHead } from '../reading/read-feed.ts';
import { readFeedBytes } from '../received-feeds.ts';
import {
  type ChangedRow,
  type ClassifiedBatch,
  type ClassifiedRow,
  classifyBatch,
  type NewRow,
  type SameRow,
} from './classify.ts';
import { findItems } from './find-items.ts';
import { type ImportLease, importLeases } from './lease.ts';
import { findMissing, listMissing, takeDownBatch } from './missing-posts.ts';
import { type Pass, readUnchangedRows, startPass } from './pass.ts';
import {
  findRows,
  noKnownRows,
  type PreparedBatch,
  preparedBatches,
  readAhead,
  readKnownRows,
} from './prepare-rows.ts';

/** Recognizes an exported catalogue, which is worth importing even without posts. */
const isCatalogue = (head: Buffer) => head.toString('latin1', 0, 100).startsWith(`{"${kindKey}":`);

/** Throws a ValidationError if no row could be read because the feed as a whole is wrong. */
const assertReadable = async (db: Db, importId: number, format: FeedFormat, rows: number): Promise<void> => {
  const head = await readHead(readFeedBytes(db, importId));
  const other = otherFormatOf(head, format, false);
  if (other) throw new ValidationError(looksLikeFormat(other, format));
  if (rows === 0 && !isCatalogue(head)) throw new ValidationError(emptyFeed);
};

const today = (timeZone: string) => sql`(now() at time zone ${timeZone})::date`;

interface CapOptions {
  /** Locks the cap until the end of the transaction. */
  isLocked?: boolean;
}

/** How many posts the source may still add today. Infinity without a cap. */
const readCapLeft = async (db: Db, sourceId: number, { isLocked = false }: CapOptions = {}): Promise<number> => {
  const { rows: sources } = await sql<{ cap: number | null }>`
    select (settings -> 'rules' ->> 'dailyCap')::integer as cap from import_sources
    where id = ${sourceId}::bigint ${isLocked ? sql`for share` : sql``}`.execute(db);
  const cap = sources[0]?.cap ?? null;
  if (cap === null) return Number.POSITIVE_INFINITY;
  const timeZone = await readTimeZone(db);
  const { rows } = await sql<{ used: number }>`
    select case when cap_day = ${today(timeZone)} then cap_used else 0 end as used
    from import_sources where id = ${sourceId}::bigint`.execute(db);
  return Math.max(0, cap - (rows[0]?.used ?? 0));
};

const chargeCap = async (tx: Tx, sourceId: number, count: number): Promise<void> => {
  if (count === 0) return;
  const timeZone = await readTimeZone(tx);
  await sql`update import_sources set cap_day = ${today(timeZone)},
      cap_used = ${count}::integer + case when cap_day = ${today(timeZone)} then cap_used else 0 end
    where id = ${sourceId}::bigint`.execute(tx);
};

/** Start of the next day in the site's time zone. */
const nextDay = async (db: Db): Promise<Date> => {
  const timeZone = await readTimeZone(db);
  const { rows } = await sql<{ at: Date }>`
    select ((${today(timeZone)} + 1)::timestamp at time zone ${timeZone}) as at`.execute(db);
  return rows[0]?.at ?? new Date();
};

const maxTitle = 300;

type ParsedRow = Exclude<ClassifiedRow, { outcome: 'same' }>;

const videoOf = (row: ParsedRow) => {
  if (row.outcome === 'new') return null;
  return (row.outcome === 'changed' ? row.item.videoId : row.videoId) ?? null;
};

interface ListedRow extends Pick<ParsedRow, 'number' | 'reason' | 'title' | 'link'> {
  outcome: ListedOutcome;
  video: number | null;
}

const listedRow = (row: ParsedRow): ListedRow => {
  const { outcome, number, reason, title, link } = row;
  return { outcome, number, reason, title, link, video: videoOf(row) };
};

/** New and changed rows of which values were left out. They are listed a second time, by what is missing. */
const incompleteRows = (rows: readonly ClassifiedRow[]) =>
  rows
    .filter((row): row is NewRow | ChangedRow => row.outcome === 'new' || row.outcome === 'changed')
    .filter(({ leftOut }) => leftOut.length > 0);

/** Stores the outcomes of a dry run for screens, up to a limit per outcome. `counts` are those of earlier batches. */
const storeRows = async (
  tx: Tx,
  importId: number,
  rows: readonly ClassifiedRow[],
  counts: ImportCounts,
  incompleteBefore: number,
): Promise<void> => {
  const before = { ...counts };
  const listed: ListedRow[] = rows
    .filter((row): row is ParsedRow => {
      if (row.outcome === 'same') return false;
      const max = row.outcome === 'new' ? importLimits.listedNewRows : importLimits.listedRows;
      return before[row.outcome]++ < max;
    })
    .map(listedRow);
  const room = Math.max(importLimits.listedRows - incompleteBefore, 0);
  for (const row of incompleteRows(rows).slice(0, room))
    listed.push({ ...listedRow(row), outcome: 'incomplete', reason: joinReasons(row.leftOut) });
  if (listed.length === 0) return;
  const text = (pick: (row: ListedRow) => string) => sql`${sql.val(listed.map(pick))}::text[]`;
  await sql`insert into import_rows (import_id, outcome, number, reason, title, link, video_id)
    select ${importId}::bigint, * from unnest(${text(({ outcome }) => outcome)},
      ${sql.val(listed.map(({ number }) => number))}::bigint[], ${text(({ reason }) => reason)},
      ${text(({ title }) => title.slice(0, maxTitle).toWellFormed())}, ${text(({ link }) => link)},
      ${sql.val(listed.map(({ video }) => video))}::bigint[])`.execute(tx);
};

/** Links rows of the dry run to the posts they became. A row that the daily cap had held back becomes a new one. */
const linkAddedRows = async (
  tx: Tx,
  { id, passes }: ImportLease,
  rows: readonly NewRow[],
  added: readonly number[],
  counts: ImportCounts,
): Promise<void> => {
  if (rows.length === 0) return;
  const posts = sql`unnest(${sql.val(rows.map(({ number }) => number))}::bigint[], ${sql.val(added)}::bigint[])
    as added(number, video_id)`;
  if (rows.some(({ leftOut }) => leftOut.length > 0))
    await sql`update import_rows r set video_id = added.video_id from ${posts}
      where r.import_id = ${id}::bigint and r.outcome = 'incomplete' and r.number = added.number`.execute(tx);
  const isListed = passes > 0 || counts.new < importLimits.listedNewRows;
  if (!isListed) return;
  await sql`update import_rows r set outcome = 'new', video_id = added.video_id,
      reason = case when r.outcome = 'new' then r.reason else '' end
    from ${posts}
    where r.import_id = ${id}::bigint and r.outcome in ('new', 'heldBack') and r.number = added.number`.execute(tx);
};

/** Fails an unattended import without readable rows, because its URL may lead to a sign-in page by now. */
const assertAnyRowReadable = async (tx: Tx, { id, checkedCounts: { bad, ...others } }: Import) => {
  if (bad === 0 || Object.values(others).some((count) => count > 0)) return;
  const [first] = await readImportRows(tx, id, { outcome: 'bad', limit: 1 });
  throw new ValidationError(`No row of the feed could be read. First error: ${first?.reason}`);
};

/** Ends a dry run, and starts the run if it should follow. */
const endCheck = async (db: Db, lease: ImportLease, pass: Pass, totalRows: number): Promise<void> => {
  const missing = pass.settings.policies.takeDownMissing ? await findMissing(db, pass) : undefined;
  await db.transaction().execute(async (tx) => {
    if (!(await importLeases.renew(tx, lease))) return;
    const { runs_after_check, origin, admin } = await tx
      .updateTable('imports')
      .set({
        state: 'checked',
        runner: null,
        total_rows: totalRows,
        source_posts: missing?.posts ?? null,
        missing: missing?.missing ?? null,
        lost_rows: pass.lostRows,
        unchanged_rows: pass.unchangedRows.bytes,
        unused_columns: JSON.stringify(pass.unusedColumns.list()),
        checked_at: sql`now()`,
      })
      .where('id', '=', lease.id)
      .returning(['runs_after_check', 'origin', 'admin'])
      .executeTakeFirstOrThrow();
    if (!runs_after_check) return listMissing(tx, lease.id, missing?.listed ?? []);
    const actor: Actor = origin === 'schedule' ? system : { adminId: lease.adminId, admin, ip: null };
    const checked = await readImport(tx, lease.id);
    await assertAnyRowReadable(tx, checked);
    await beginRun(tx, actor, checked, { isUnattended: true });
  });
};

/** Prevents a take-down of many more missing posts than the dry run reported. */
const mayTakeDown = async (db: Db, lease: ImportLease, pass: Pass): Promise<boolean> => {
  const { posts, missing } = await findMissing(db, pass);
  const { missing: reported, takenDown } = await readImport(db, lease.id);
  if (missing + takenDown <= Math.max(reported ?? 0, (posts + takenDown) * maxTakeDownShare)) return true;
  const notice = `The feed is missing ${numeral(missing)} of ${numeral(posts)} posts, so none were taken down. Check it again and confirm.`;
  await db.updateTable('imports').set({ notice, takes_down: false }).where('id', '=', lease.id).execute();
  return false;
};

const endState = async (tx: Tx, { sourceId }: ImportLease, heldBack: number) => {
  if (heldBack === 0) return { state: 'finished' as const, resume_at: null, unchanged_rows: null };
  // The cap may have been raised since, or the day may have ended.
  const capLeft = await readCapLeft(tx, sourceId, { isLocked: true });
  return { state: 'waiting' as const, resume_at: capLeft > 0 ? sql<Date>`now()` : await nextDay(tx) };
};

/** Ends a run. If the daily cap held rows back, the import resumes as soon as the cap allows. */
const endRun = (db: Db, lease: ImportLease): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const progress = await importLeases.renew(tx, lease);
    if (!progress) return;
    const { heldBack } = countsOf(progress.counts);
    await tx
      .updateTable('imports')
      .set({ ...(await endState(tx, lease, heldBack)), runner: null, ended_at: sql`now()` })
      .where('id', '=', lease.id)
      .execute();
    await logBulkImport(tx, lease.id);
  });

const countRows = ({ rows, unread }: ClassifiedBatch, { unchanged }: PreparedBatch): ImportCounts => {
  const counts = noCounts();
  for (const { outcome } of rows) counts[outcome]++;
  counts.same += unread.length + unchanged;
  return counts;
};

const ofOutcome = <Row extends ClassifiedRow>(rows: readonly ClassifiedRow[], outcome: Row['outcome']) =>
  rows.filter((row): row is Row => row.outcome === outcome);

export interface BatchResult {
  classified: ClassifiedBatch;
  /** Ids of added posts. */
  added: number[];
}

/** Merges may keep happening meanwhile. After this many lookups, the names are used as found. */
const maxLookups = 3;

/** Looks names up again if one was merged or deleted since the batch was prepared. Locks them in a run. */
const withCurrentNames = async (tx: Tx, pass: Pass, batch: PreparedBatch, isRun: boolean): Promise<PreparedBatch> => {
  let { found } = batch;
  for (
    let lookups = 1;
    !(await pass.nameIds.areCurrent(tx, found, { lock: isRun })) && lookups < maxLookups;
    lookups++
  ) {
    pass.nameIds.clear();
    found = await findRows(tx, pass, batch.readable);
  }
  return { ...batch, found };
};

/** Classifies the rows of a batch and, in a run, applies them. Returns undefined if the lease is lost. */
const runBatch = async (
  tx: Tx,
  lease: ImportLease,
  pass: Pass,
  batch: PreparedBatch,
): Promise<BatchResult | undefined> => {
  const progress = await importLeases.renew(tx, lease);
  if (!progress) return undefined;
  const isRun = lease.state === 'running';
  if (isRun && lease.isBulk) await silenceChangeLog(tx);
  const before = countsOf(isRun ? progress.counts : progress.checkedCounts);
  // A dry run adds nothing, so subtract what earlier batches would have added.
  const capLeft = (await readCapLeft(tx, pass.sourceId)) - (isRun ? 0 : before.new);
  const classified = await classifyBatch(tx, pass, await withCurrentNames(tx, pass, batch, isRun), { capLeft, isRun });
  const { rows } = classified;
  const batchCounts = countRows(classified, batch);
  let added: number[] = [];
  if (isRun) {
    const newRows = ofOutcome<NewRow>(rows, 'new');
    added = await insertPosts(tx, pass, newRows, { adminId: lease.adminId, now: new Date() });
    await linkAddedRows(tx, lease, newRows, added, before);
    if (Number.isFinite(capLeft)) await chargeCap(tx, pass.sourceId, added.length);
    await updatePosts(tx, pass, ofOutcome<ChangedRow>(rows, 'changed'));
    await refreshRowHashes(tx, pass, ofOutcome<SameRow>(rows, 'same'));
  } else await storeRows(tx, lease.id, rows, before, progress.incompleteRows);
  // Later passes only process rows that were held back. All others were counted by the first pass.
  const { new: newCount, heldBack } = batchCounts;
  const counted = lease.passes === 0 ? batchCounts : { ...noCounts(), new: newCount, heldBack };
  const counts = JSON.stringify(addCounts(before, counted));
  await tx
    .updateTable('imports')
    .set({
      done_rows: batch.lastRow,
      ...(isRun
        ? { counts }
        : { checked_counts: counts, incomplete_rows: progress.incompleteRows + incompleteRows(rows).length }),
    })
    .where('id', '=', lease.id)
    .execute();
  return { classified, added };
};

export interface PassOptions {
  db: Db;
  inTransaction: InTransaction;
  signal: AbortSignal;
  batchRows: number;
  /** Called after each batch with its duration. */
  rest: (ms: number) => Promise<void>;
}

/** Marks the posts of rows processed before an interruption as seen. */
const markDoneAsSeen = async (db: Db, pass: Pass, { done }: PreparedBatch) => {
  for (const videoId of done.videoIds) pass.seenPosts.add(videoId);
  if (done.rows.length === 0) return;
  for (const { item } of await findItems(db, pass.sourceId, done.rows)) if (item) pass.seenPosts.add(item.videoId);
};

const takeDown = async (lease: ImportLease, pass: Pass, { db, inTransaction, signal, rest }: PassOptions) => {
  if (!(await mayTakeDown(db, lease, pass))) return true;
  while (!signal.aborted) {
    const startedAt = performance.now();
    const result = await inTransaction((tx) => takeDownBatch(tx, lease, pass));
    if (!result) return false;
    if (result.isLast) return true;
    await rest(performance.now() - startedAt);
  }
  return false;
};

/** Processes a feed, for a dry run or a run, continuing after an interruption. */
export const runPass = async (lease: ImportLease, doneRows: number, options: PassOptions): Promise<void> => {
  const { db, inTransaction, signal, rest } = options;
  const { id: importId, sourceId, settings } = lease;
  // Only trust catalogues on the command line. Other feeds come from partners and must not add networks, unreviewed
  // texts or duplicate links.
  const isOfOperator = lease.origin === 'command';
  if (lease.state === 'running' && isOfOperator && doneRows === 0)
    await importCatalogueRows({ db, importId, inTransaction });
  const pass = startPass({
    importId,
    sourceId,
    settings,
    isOwnCatalogue: isOfOperator && isOwnExport(settings.mapping),
    partnerOf: await createPartnerFinder(db),
  });
  if (lease.state === 'checking') assertNoWordPressExport(await readHead(readFeedBytes(db, importId)));
  let totalRows = 0;
  const unchangedRows = await readUnchangedRows(db, lease);
  const knownRows = unchangedRows ? noKnownRows : await readKnownRows(db, sourceId);
  for await (const batch of readAhead(preparedBatches(pass, { ...options, doneRows, knownRows, unchangedRows }))) {
    if (signal.aborted) return;
    totalRows = batch.lastRow;
    pass.lostRows += batch.lostRows;
    await markDoneAsSeen(db, pass, batch);
    if (batch.lastRow <= doneRows) continue;
    const startedAt = performance.now();
    const result = await inTransaction((tx) => runBatch(tx, lease, pass, batch));
    if (!result) return;
    const { seenPosts, seenHashes, unread } = result.classified;
    for (const row of unread) pass.unchangedRows.add(row);
    for (const id of [...seenPosts, ...result.added]) pass.seenPosts.add(id);
    for (const hash of seenHashes) pass.seenHashes.add(hash);
    await rest(performance.now() - startedAt);
  }
  if (signal.aborted) return;
  if (lease.state === 'checking') {
    if (pass.lostRows === totalRows) await assertReadable(db, lease.id, lease.settings.format, totalRows);
    return endCheck(db, lease, pass, totalRows);
  }
  if (lease.takesDown && !(await takeDown(lease, pass, options))) return;
  await endRun(db, lease);
};
