import { sql } from 'kysely';
import {
  type ImportOrigin,
  type ImportSettings,
  type ImportState,
  type ListedOutcome,
  maxTakeDownShare,
  type RowOutcome,
  rowOutcomes,
  undoableImportDays,
} from '#contract/values/imports.ts';
import type { Db, Tx } from '#db/database.ts';
import { NotFoundError } from '#domain/errors.ts';
import type { UnusedColumn } from './mapping/unused-columns.ts';

/** Number of rows per outcome. */
export type ImportCounts = Record<RowOutcome, number>;

export const noCounts = (): ImportCounts =>
  Object.fromEntries(rowOutcomes.map((outcome) => [outcome, 0])) as ImportCounts;

/** Counts as stored in the database, which may lack outcomes. */
export const countsOf = (stored: object): ImportCounts => ({ ...noCounts(), ...stored });

export const addCounts = (one: ImportCounts, other: ImportCounts): ImportCounts =>
  Object.fromEntries(rowOutcomes.map((outcome) => [outcome, one[outcome] + other[outcome]])) as ImportCounts;

/** The import of one feed of a source. */
export interface Import {
  id: number;
  sourceId: number;
  source: string;
  /** The admin who imports the feed. Null for the command line and for schedules. */
  adminId: number | null;
  admin: string;
  origin: ImportOrigin;
  fileName: string;
  /** Size of the feed as received. */
  bytes: number;
  /** Full size of an upload, which may not be complete. */
  expectedBytes: number | null;
  settings: ImportSettings;
  state: ImportState;
  /** Outcomes of the dry run. */
  checkedCounts: ImportCounts;
  /** Outcomes of the run. */
  counts: ImportCounts;
  /** Null until the dry run has read all rows. */
  totalRows: number | null;
  /** Rows that the dry run or run has processed. */
  doneRows: number;
  /** Posts of the source, and how many of them are missing from the feed. Null unless missing posts are taken down. */
  sourcePosts: number | null;
  missing: number | null;
  /** New and changed rows of which the dry run left values out. */
  incompleteRows: number;
  unusedColumns: UnusedColumn[];
  /** Rows too broken to identify their posts, which may therefore be counted as missing. */
  lostRows: number;
  /**
   * True if an admin must confirm the run because it would take down many posts, or posts that may not really be
   * missing.
   */
  needsConfirmation: boolean;
  takenDown: number;
  /**
   * Rows that other imports of the source hold back. If this import is run, they are imported only if its feed has
   * them.
   */
  replacedRows: number;
  /** When it continues with rows held back by the daily cap. */
  resumeAt: Date | null;
  undone: number;
  /** Posts that undoing skipped because they were edited after the import. */
  leftAlone: number;
  notice: string | null;
  error: string | null;
  createdAt: Date;
  checkStartedAt: Date | null;
  checkedAt: Date | null;
  startedAt: Date | null;
  endedAt: Date | null;
  undoneBy: string | null;
  undoStartedAt: Date | null;
  undoEndedAt: Date | null;
  isUndoable: boolean;
  /** True if it was stopped or has failed and can continue, because its source and feed still exist. */
  isResumable: boolean;
}

type Row = Omit<Import, 'checkedCounts' | 'counts'> & { checkedCounts: object; counts: object };

const columns = sql<Row>`
  i.id, i.source_id as "sourceId", s.name as source, i.admin_id as "adminId", i.admin, i.origin, i.file_name as "fileName", i.bytes, i.expected_bytes as "expectedBytes", i.settings, i.state,
  i.checked_counts as "checkedCounts", i.counts, i.total_rows as "totalRows", i.done_rows as "doneRows",
  i.source_posts as "sourcePosts", i.missing, i.lost_rows as "lostRows",
  i.incomplete_rows as "incompleteRows", i.unused_columns as "unusedColumns",
  i.state = 'checked' and i.missing > case when i.lost_rows > 0 then 0 else i.source_posts * ${maxTakeDownShare}::float8 end
    as "needsConfirmation",
  case when i.state = 'checked' then (select coalesce(sum((w.counts ->> 'heldBack')::integer), 0) from imports w
    where w.source_id = i.source_id and w.id <> i.id and w.state = 'waiting') else 0 end as "replacedRows",
  i.taken_down as "takenDown", i.resume_at as "resumeAt", i.undone, i.left_alone as "leftAlone", i.notice, i.error,
  i.created_at as "createdAt", i.check_started_at as "checkStartedAt", i.checked_at as "checkedAt", i.started_at as "startedAt",
  i.ended_at as "endedAt", i.undone_by as "undoneBy", i.undo_started_at as "undoStartedAt", i.undo_ended_at as "undoEndedAt",
  i.state in ('stopped', 'finished', 'failed') and i.started_at is not null
    and i.ended_at > now() - ${undoableImportDays} * interval '1 day' as "isUndoable",
  i.state in ('stopped', 'failed') and i.undo_started_at is null and i.started_at is not null and s.deleted_at is null
    and exists (select from import_chunks c where c.import_id = i.id) as "isResumable"`;

const toImport = ({ checkedCounts, counts, ...row }: Row): Import => ({
  ...row,
  checkedCounts: countsOf(checkedCounts),
  counts: countsOf(counts),
});

export const readImport = async (db: Db, id: number): Promise<Import> => {
  const { rows } = await sql<Row>`
    select ${columns} from imports i join import_sources s on s.id = i.source_id where i.id = ${id}::bigint`.execute(
    db,
  );
  if (!rows[0]) throw new NotFoundError('There is no such import.');
  return toImport(rows[0]);
};

/** Newest first, of one source or of all. */
export const listImports = async (
  db: Db,
  { page, limit, sourceId }: { page: number; limit: number; sourceId?: number | undefined },
): Promise<{ total: number; imports: Import[] }> => {
  const ofSource = sql`(${sourceId ?? null}::bigint is null or i.source_id = ${sourceId ?? null}::bigint)`;
  const { rows } = await sql<Row>`
    select ${columns} from imports i join import_sources s on s.id = i.source_id where ${ofSource}
    order by i.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const { rows: counted } = await sql<{
    total: number;
  }>`select count(*) as total from imports i where ${ofSource}`.execute(db);
  return { total: counted[0]?.total ?? 0, imports: rows.map(toImport) };
};

/** The outcome of a row, or of a post of the source. */
export interface ImportRow {
  outcome: ListedOutcome;
  /** Row number in the feed. For posts that were taken down or skipped by undoing, the post's id. */
  number: number;
  reason: string;
  title: string;
  link: string;
  /** The post that the row added, changes or duplicates. Null once that post is permanently deleted. */
  videoId: number | null;
}

const rowsPerStatement = 2000;

/** Between the reasons of an incomplete row, which are counted one by one. */
const sentenceEnd = '\n';
export const joinReasons = (reasons: readonly string[]) => reasons.join(sentenceEnd);

/** Why rows were refused, broken or incomplete. */
export interface RowsProblem {
  outcome: ListedOutcome;
  reason: string;
  rows: number;
  /** Numbers of the first rows. */
  first: number[];
}

const maxProblems = 100;
const maxFirstRows = 5;

/** The most frequent problems first. Counts the stored rows, of which there is a limit per outcome. */
export const readProblems = async (db: Db, id: number): Promise<RowsProblem[]> => {
  const { rows } = await sql<RowsProblem>`
    select outcome, reason, count(*) as rows, (array_agg(number::integer order by number))[1:${sql.lit(maxFirstRows)}] as first
    from (select outcome, number, unnest(string_to_array(reason, ${sentenceEnd})) as reason from import_rows
      where import_id = ${id}::bigint and outcome in ('refused', 'bad', 'incomplete')) as each
    group by outcome, reason order by count(*) desc, min(number), reason limit ${maxProblems}`.execute(db);
  return rows;
};

/** The problems of rows that are not stored, by the same rules. */
export const groupProblems = (
  rows: readonly { number: number; outcome: ListedOutcome; reasons: readonly string[] }[],
): RowsProblem[] => {
  const each = rows.flatMap(({ reasons, ...row }) => reasons.map((reason) => ({ ...row, reason })));
  const groups = Map.groupBy(each, ({ outcome, reason }) => `${outcome} ${reason}`);
  return [...groups.values()]
    .map((group) => {
      const [{ outcome, reason }] = group as [(typeof group)[number]];
      return { outcome, reason, rows: group.length, first: group.slice(0, maxFirstRows).map(({ number }) => number) };
    })
    .sort((a, b) => b.rows - a.rows)
    .slice(0, maxProblems);
};

/** Rows with an outcome in feed order, by keyset pagination. */
export const readImportRows = async (
  db: Db,
  id: number,
  { outcome, after = 0, limit = rowsPerStatement }: { outcome: ListedOutcome; after?: number; limit?: number },
): Promise<ImportRow[]> => {
  const { rows } = await sql<ImportRow>`
    select r.outcome, r.number, replace(r.reason, ${sentenceEnd}, ' ') as reason, r.title, r.link, v.id as "videoId"
    from import_rows r left join videos v on v.id = r.video_id
    where r.import_id = ${id}::bigint and r.outcome = ${outcome} and r.number > ${after}::bigint
    order by r.number limit ${limit}`.execute(db);
  return rows;
};

/**
 * Serializes starting, stopping and deleting imports of a source. An advisory lock, because locking the source's row
 * here could deadlock with batches, which lock their import first and then that row.
 */
export const lockImportsOfSource = async (tx: Tx, sourceId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('import of a source'), ${sourceId}::integer)`.execute(tx);
};

/**
 * Turns the change log's triggers off for a transaction, for batches of a large import. Call logBulkImport() at the
 * end.
 */
export const silenceChangeLog = (tx: Tx) => sql`select set_config('marquee.logs_changes', 'off', true)`.execute(tx);

/**
 * Logs that the whole catalogue may have changed, if the import is so large that its batches weren't logged. Call it
 * in the transaction that ends the import, even if the import failed.
 */
export const logBulkImport = async (tx: Tx, importId: number): Promise<void> => {
  const { rows } = await sql`
    insert into change_log (entity, entity_id) select 'catalogue', 'all' from imports
    where id = ${importId}::bigint and is_bulk returning id`.execute(tx);
  if (rows.length > 0) await sql`select pg_notify('marquee_changes', '')`.execute(tx);
};

/**
 * Counts what needs an admin: imports that were checked but not started, sources whose feed can't be fetched, and
 * sources whose last import in the past week failed or didn't take missing posts down.
 */
export const countWaitingImports = sql<number>`(
  (select count(*)::int from imports where state = 'checked')
  + (select count(*)::int from import_sources s where s.deleted_at is null and (s.failures > 0 or exists (
      select from imports i where i.source_id = s.id and i.created_at > now() - interval '7 days'
        and (i.state = 'failed' or i.state in ('finished', 'waiting') and i.missing > 0 and not i.takes_down)
        and not exists (select from imports later where later.source_id = s.id and later.id > i.id)))))`;

const batchSize = 5000;
const historyDays = 365;
/** Incomplete uploads are removed after this time. */
const receivingHours = 24;

const ended = sql`state not in ('receiving', 'checking', 'running', 'waiting', 'undoing')
  and coalesce(undo_ended_at, ended_at, created_at) < now() - ${undoableImportDays} * interval '1 day'`;

/** Deletes in batches to keep transactions small. */
const pruneTable = async (db: Db, table: 'import_changes' | 'import_rows', ofImport: ReturnType<typeof sql>) => {
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where import_id in (select id from imports where ${ofImport})
        limit ${batchSize}))`.execute(db);
    if (numAffectedRows < batchSize) return;
  }
};

/** Removes the feeds and undo data of imports that ended long ago, and imports that were never started. */
export const pruneImports = async (db: Db): Promise<void> => {
  await sql`delete from imports
    where (state = 'receiving' and alive_at < now() - ${receivingHours} * interval '1 hour')
      or (${ended} and started_at is null)`.execute(db);
  await pruneTable(db, 'import_changes', ended);
  await pruneTable(db, 'import_rows', ended);
  await sql`delete from import_chunks where import_id in (select id from imports where ${ended})`.execute(db);
  await sql`delete from imports where ${ended}
    and created_at < now() - ${historyDays} * interval '1 day'`.execute(db);
};
