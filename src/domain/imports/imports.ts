import { sql } from 'kysely';
import type { ImportOrigin, ImportSettings, ImportState, ListedOutcome } from '#contract/values/imports.ts';
import { maxTakeDownShare, undoableImportDays } from '#contract/values/imports.ts';
import type { Db } from '#db/database.ts';
import { NotFoundError } from '#domain/errors.ts';
import { countsOf, type ImportCounts } from './import-counts.ts';

/** One feed of a source going in. */
export interface Import {
  id: number;
  sourceId: number;
  source: string;
  /** Whose feed it is; null for the command line and for schedules. */
  adminId: number | null;
  admin: string;
  origin: ImportOrigin;
  fileName: string;
  /** Of the feed as it arrived. */
  bytes: number;
  /** Of an upload, which may still be on its way. */
  expectedBytes: number | null;
  settings: ImportSettings;
  state: ImportState;
  /** Of the dry run. */
  checkedCounts: ImportCounts;
  /** Of the run. */
  counts: ImportCounts;
  /** Null until the dry run has read all of them. */
  totalRows: number | null;
  /** How many rows the dry run, or the run, has been through. */
  doneRows: number;
  /** Posts of the source, and how many of them the feed lacks; null unless missing ones are taken down. */
  sourcePosts: number | null;
  missing: number | null;
  /** Rows that could not be read at all: their posts may be among those that are missing. */
  lostRows: number;
  /** Whether the run has to be confirmed because it would take down much, or what only seems to be missing. */
  needsConfirmation: boolean;
  takenDown: number;
  /** Rows that imports of the source wait with; once a checked import begins, they go in only if its feed has them. */
  replacedRows: number;
  /** When it goes on with rows that the daily cap held back. */
  resumeAt: Date | null;
  undone: number;
  /** Posts that undoing left alone because somebody has edited them since. */
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
  /** Whether it has stopped or failed and can go on: not if its source has been deleted since. */
  isResumable: boolean;
}

type Row = Omit<Import, 'checkedCounts' | 'counts'> & { checkedCounts: object; counts: object };

const columns = sql<Row>`
  i.id, i.source_id as "sourceId", s.name as source, i.admin_id as "adminId", i.admin, i.origin, i.file_name as "fileName", i.bytes, i.expected_bytes as "expectedBytes", i.settings, i.state,
  i.checked_counts as "checkedCounts", i.counts, i.total_rows as "totalRows", i.done_rows as "doneRows",
  i.source_posts as "sourcePosts", i.missing, i.lost_rows as "lostRows",
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

/** What became of a row, or of a post of the source. */
export interface ImportRow {
  outcome: ListedOutcome;
  /** In the feed; of posts that are taken down or left alone, their id. */
  number: number;
  reason: string;
  title: string;
  link: string;
  /** The post that it became, changes, or is a duplicate of; null once that is removed for good. */
  videoId: number | null;
}

const rowsPerStatement = 2000;

/** Rows of one outcome, or of all, in the order of the feed. For a page of them, or one after the other for a download. */
export const readImportRows = async (
  db: Db,
  id: number,
  { outcome, after = 0, limit = rowsPerStatement }: { outcome: ListedOutcome; after?: number; limit?: number },
): Promise<ImportRow[]> => {
  const { rows } = await sql<ImportRow>`
    select r.outcome, r.number, r.reason, r.title, r.link, v.id as "videoId"
    from import_rows r left join videos v on v.id = r.video_id
    where r.import_id = ${id}::bigint and r.outcome = ${outcome} and r.number > ${after}::bigint
    order by r.number limit ${limit}`.execute(db);
  return rows;
};
