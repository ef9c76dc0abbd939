import { sql } from 'kysely';
import { limits } from '#contract/values/limits.ts';
import { noRecords, recordParts } from '#contract/values/record-parts.ts';
import { numeral } from '#contract/values/sentences.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { recordsByIds } from '#domain/catalogue/stored-records.ts';
import { lockVideos } from '#domain/catalogue/stored-videos.ts';
import { ConflictError, ValidationError } from '#domain/errors.ts';
import { type ImportRow, problemOf } from './import-row.ts';
import { matchPosts } from './match-posts.ts';
import { readRows } from './read-rows.ts';
import { type WantedRecords, writeRecords } from './write-records.ts';

export interface ImportReport {
  /** Rows besides the heading. */
  rows: number;
  /** Posts that are given other records. */
  changes: number;
  /** Posts that have these records already. */
  unchanged: number;
  /** Rows that cannot be imported. */
  failed: number;
  /** The first of them. */
  problems: { row: number; reason: string }[];
}

type Wanted = WantedRecords & { row: number };

const batchSize = 1000;

function* batchesOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize);
}

/** Finds the posts of all rows. What is wrong is counted, and the first rows are named. */
const findWanted = async (db: Db, rows: readonly ImportRow[]) => {
  const wanted = new Map<number, Wanted>();
  const problems: ImportReport['problems'] = [];
  let failed = 0;
  const fail = (row: number, reason: string) => {
    if (++failed <= limits.recordImport.problems) problems.push({ row, reason });
  };
  for (const batch of batchesOf(rows)) {
    const wrong = new Map(batch.map((row) => [row.row, problemOf(row)]));
    const right = batch.filter(({ row }) => wrong.get(row) === undefined);
    const matches = await matchPosts(db, right);
    for (const { id, link, ...fields } of batch) {
      const match = matches.get(fields.row) ?? { problem: wrong.get(fields.row) ?? '' };
      if ('problem' in match) {
        fail(fields.row, match.problem);
        continue;
      }
      const known = wanted.get(match.videoId);
      if (known) fail(fields.row, `Row ${known.row} has this post already.`);
      else wanted.set(match.videoId, { ...fields, videoId: match.videoId });
    }
  }
  const sorted = [...wanted.values()].sort((a, b) => a.videoId - b.videoId);
  return { wanted: sorted, failed, problems };
};

const countChanges = async (db: Db, wanted: readonly Wanted[]): Promise<number> => {
  let changes = 0;
  for (const batch of batchesOf(wanted)) {
    const ids = batch.map(({ videoId }) => videoId);
    const stored = await recordsByIds(db, ids);
    changes += batch.filter((row) => {
      const current = stored.get(row.videoId) ?? noRecords;
      return recordParts.some((part) => row[part] !== '' && row[part] !== current[part]);
    }).length;
  }
  return changes;
};

/** One at a time, so that a second click does not do everything again. */
const lockImports = async (tx: Tx) => {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('marquee record import')) as locked`.execute(tx);
  if (!rows[0]?.locked) throw new ConflictError('Another file of records is being imported. Try again in a minute.');
};

/** What importing a file would do. */
export const previewImport = async (db: Db, file: AsyncIterable<Uint8Array>): Promise<ImportReport> => {
  const rows = await readRows(file);
  const { wanted, failed, problems } = await findWanted(db, rows);
  const changes = await countChanges(db, wanted);
  return { rows: rows.length, changes, unchanged: wanted.length - changes, failed, problems };
};

/** Sets the records of posts from a CSV file: all of its rows or, if one of them is wrong, none. */
export const importRecords = async (db: Db, actor: Actor, file: AsyncIterable<Uint8Array>): Promise<ImportReport> => {
  const rows = await readRows(file);
  return db.transaction().execute(async (tx) => {
    await lockImports(tx);
    const { wanted, failed, problems } = await findWanted(tx, rows);
    const [first] = problems;
    if (first)
      throw new ValidationError(
        `${numeral(failed)} of ${numeral(rows.length)} rows cannot be imported. Row ${first.row}: ${first.reason} Nothing was changed.`,
      );
    let changes = 0;
    for (const batch of batchesOf(wanted)) {
      // In the order of ids, as bulk changes do, so that neither waits for the other forever.
      await lockVideos(
        tx,
        batch.map(({ videoId }) => videoId),
      );
      changes += await writeRecords(tx, batch);
    }
    const after = { rows: rows.length, posts: changes };
    await recordChange(tx, actor, { action: 'import', entity: 'records', entityId: 1, after });
    return { rows: rows.length, changes, unchanged: wanted.length - changes, failed, problems };
  });
};
