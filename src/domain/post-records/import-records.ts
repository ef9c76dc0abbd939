import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { sql } from 'kysely';
import { withoutFormulaGuard } from '#contract/values/exports.ts';
import { invalidText, limits, numeral, tooLong } from '#contract/values/fields.ts';
import { postFields, type RecordPart, recordParts } from '#contract/values/post-fields.ts';
import { invalidRecordDate, isRecordDate, noRecords } from '#contract/values/posts.ts';
import { plainTextPattern } from '#contract/values/text.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { linkForms } from '#domain/catalogue/links.ts';
import { lockVideos, recordsByIds } from '#domain/catalogue/stored-videos.ts';
import { ConflictError, ValidationError } from '#domain/errors.ts';

/** A row of an imported file. Blank cells leave the post's records unchanged. */
interface ImportRow {
  /** Row number in the file. The heading is row 1. */
  row: number;
  id: string;
  link: string;
  source: string;
  rightsHolder: string;
  consent: string;
  recordDate: string;
}

type Column = Exclude<keyof ImportRow, 'row'>;

/** Accepted headings, without case, blanks and punctuation. The export writes the first of each. */
const headings: Record<Column, string[]> = {
  id: ['id', 'number', 'post'],
  link: ['link', 'url', 'externallink'],
  source: ['source'],
  rightsHolder: ['rightsholder', 'recordscustodian', 'rightsholderorrecordscustodian'],
  consent: ['consent', 'consentstatement'],
  recordDate: ['date', 'recorddate', 'dateoftherecords'],
};
const columns = Object.keys(headings) as Column[];

/** The position of each column in a row, or -1 if the file doesn't have it. */
const readHeading = (cells: readonly string[]): Record<Column, number> => {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
  const entries = columns.map((column) => [column, names.findIndex((name) => headings[column].includes(name))]);
  const positions = Object.fromEntries(entries) as Record<Column, number>;
  if (positions.id < 0 && positions.link < 0)
    throw new ValidationError('The first row must name the columns, among them “Id” or “Link”.');
  if (recordParts.every((part) => positions[part] < 0))
    throw new ValidationError(
      'The first row must name a column of records: “Source”, “Rights holder”, “Consent” or “Date”.',
    );
  return positions;
};

const readRow = (cells: readonly string[], positions: Record<Column, number>, row: number): ImportRow => {
  const cellOf = (column: Column) => withoutFormulaGuard(cells[positions[column]] ?? '').trim();
  const [id, link] = [cellOf('id').replace(/^#/, ''), cellOf('link')];
  const [source, rightsHolder, consent] = [cellOf('source'), cellOf('rightsHolder'), cellOf('consent')];
  return { row, id, link, source, rightsHolder, consent, recordDate: cellOf('recordDate') };
};

const isPlain = new RegExp(plainTextPattern, 'u');

/** Validates a row without looking at the database. */
const problemOf = (row: ImportRow): string | undefined => {
  if (row.id === '' && row.link === '') return 'Enter the id or the link of a post.';
  if (row.id !== '' && !/^\d{1,15}$/.test(row.id)) return `“${row.id.slice(0, 40)}” is not the id of a post.`;
  for (const part of ['source', 'rightsHolder', 'consent'] as const) {
    if (row[part].length > limits.video[part])
      return tooLong(`The ${postFields[part].label.toLowerCase()}`, limits.video[part]);
    if (!isPlain.test(row[part])) return invalidText(postFields[part].label.toLowerCase());
  }
  return row.recordDate !== '' && !isRecordDate(row.recordDate) ? invalidRecordDate : undefined;
};

/** More than any valid row needs. */
const maxRowLength = 20_000;
/** The first line, which reveals the delimiter, ends within this many characters. */
const maxHeadLength = 2000;

const delimiters = [',', ';', '\t'] as const;

/** Detects the delimiter, which spreadsheets choose by the machine's language. */
const delimiterOf = (head: string) => {
  const line = head.split(/[\r\n]/, 1)[0] ?? '';
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
};

async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError) throw new ValidationError('The file must be a CSV file in UTF-8.');
    throw error;
  }
}

async function* withHead(head: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield head;
  yield* rest;
}

/** Streams the rows of a CSV file as cells. */
async function* readCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const texts = decode(bytes);
  let head = '';
  while (head.length < maxHeadLength && !/[\r\n]/.test(head)) {
    const { value, done } = await texts.next();
    if (done) break;
    head += value;
  }
  const parser = parse({
    delimiter: delimiterOf(head),
    relax_column_count: true,
    max_record_size: maxRowLength,
    trim: true,
  });
  // Errors of either stream are thrown by the loop below.
  pipeline(Readable.from(withHead(head, texts)), parser, () => {});
  try {
    for await (const row of parser) yield row as string[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ValidationError(`The file could not be read as CSV: ${error.message}`);
  }
}

/** Reads the whole file first, so that a slow upload doesn't keep a transaction open. */
const readRows = async (file: AsyncIterable<Uint8Array>): Promise<ImportRow[]> => {
  const { rows: maxRows } = limits.recordImport;
  const rows: ImportRow[] = [];
  let positions: ReturnType<typeof readHeading> | undefined;
  let row = 0;
  for await (const cells of readCsv(file)) {
    row++;
    if (cells.every((cell) => cell === '')) continue;
    if (!positions) {
      positions = readHeading(cells);
      continue;
    }
    if (rows.push(readRow(cells, positions, row)) > maxRows)
      throw new ValidationError(`A file may have at most ${numeral(maxRows)} rows. Split it into several.`);
  }
  if (rows.length === 0) throw new ValidationError('The file has no rows.');
  return rows;
};

/** The post that a row refers to, or why there is none. */
type Match = { videoId: number } | { problem: string };

/** Numbers of rows whose id and link are of different posts, as in a sheet in which only one column was sorted. */
const rowsWithWrongLink = async (db: Db, rows: readonly ImportRow[]): Promise<Set<number>> => {
  const forms = rows
    .filter(({ link }) => link !== '')
    .flatMap(({ row, id, link }) => [link, ...linkForms(link)].map((form) => ({ row, id: Number(id), form })));
  const { rows: others } = await sql<{ row: number }>`
    select given.row
    from unnest(${sql.val(forms.map(({ row }) => row))}::integer[], ${sql.val(forms.map(({ id }) => id))}::bigint[],
      ${sql.val(forms.map(({ form }) => form))}::text[]) as given(row, id, form)
    join videos on videos.id = given.id
    group by given.row having not bool_or(link = form or link_key(link) = link_key(form) or link_keys(links) @> array[link_key(form)])`.execute(
    db,
  );
  return new Set(others.map(({ row }) => row));
};

const byId = async (db: Db, rows: readonly ImportRow[]): Promise<Map<number, Match>> => {
  const ids = rows.map(({ id }) => Number(id));
  const found = await db
    .selectFrom('videos')
    .select(['id', 'deleted_at'])
    .where('id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
    .execute();
  const known = new Map(found.map(({ id, deleted_at }) => [id, deleted_at !== null]));
  const wrongLinks = await rowsWithWrongLink(db, rows);
  const matchOf = (row: number, id: number): Match => {
    if (!known.has(id)) return { problem: `There is no post ${id}.` };
    if (known.get(id)) return { problem: `Post ${id} is deleted.` };
    return wrongLinks.has(row) ? { problem: `Post ${id} has another link.` } : { videoId: id };
  };
  return new Map(rows.map(({ row, id }) => [row, matchOf(row, Number(id))]));
};

/** Matches links in any spelling. Reads up to two posts per link, to detect ambiguous ones. */
const byLink = async (db: Db, rows: readonly ImportRow[]): Promise<Map<number, Match>> => {
  const forms = rows.flatMap(({ row, link }) => linkForms(link).map((form) => ({ row, form })));
  // One lookup per form: with a join, the planner may compute the key of every post.
  const { rows: found } = await sql<{ row: number; id: number }>`
    select distinct given.row, found.id
    from unnest(${sql.val(forms.map(({ row }) => row))}::integer[], ${sql.val(forms.map(({ form }) => form))}::text[])
      as given(row, form)
    cross join lateral (
      (select id from videos where link_key(link) = link_key(given.form) and deleted_at is null limit 2)
      union
      (select id from videos where links <> '{}' and link_keys(links) @> array[link_key(given.form)]
        and deleted_at is null limit 2)) as found`.execute(db);
  const ids = Map.groupBy(found, ({ row }) => row);
  const matchOf = (row: number): Match => {
    const [first, second] = ids.get(row) ?? [];
    if (!first) return { problem: 'No post has this link.' };
    return second ? { problem: 'Several posts have this link. Use their ids.' } : { videoId: first.id };
  };
  return new Map(rows.map(({ row }) => [row, matchOf(row)]));
};

/** Matches by row number. Rows with an id are matched by it, and their link must be of the same post. */
const matchPosts = async (db: Db, rows: readonly ImportRow[]): Promise<Map<number, Match>> => {
  const { withId = [], withLink = [] } = Object.groupBy(rows, ({ id }) => (id === '' ? 'withLink' : 'withId'));
  return new Map([...(await byId(db, withId)), ...(await byLink(db, withLink))]);
};

/** The records to set on a post. Blank parts stay unchanged. */
type NewRecords = Record<RecordPart, string> & { videoId: number; row: number };

/**
 * Sets the records of posts that the transaction has locked, and returns how many changed. Doesn't set `updated_at`,
 * which sitemaps show, because visitors see no difference.
 */
const writeRecords = async (tx: Tx, posts: readonly NewRecords[]): Promise<number> => {
  const texts = (part: RecordPart) => sql`${sql.val(posts.map((post) => post[part]))}::text[]`;
  const { rows } = await sql`
    with given as (
      select * from unnest(${sql.val(posts.map(({ videoId }) => videoId))}::bigint[], ${texts('source')},
        ${texts('rightsHolder')}, ${texts('consent')}, ${texts('recordDate')})
        as given(video_id, source, rights_holder, consent, record_date)
      where source <> '' or rights_holder <> '' or consent <> '' or record_date <> ''
    ), written as (
      insert into video_records as r (video_id, source, rights_holder, consent, record_date)
      select video_id, source, rights_holder, consent, nullif(record_date, '')::date from given
      on conflict (video_id) do update set
        source = coalesce(nullif(excluded.source, ''), r.source),
        rights_holder = coalesce(nullif(excluded.rights_holder, ''), r.rights_holder),
        consent = coalesce(nullif(excluded.consent, ''), r.consent),
        record_date = coalesce(excluded.record_date, r.record_date)
      where excluded.source not in ('', r.source) or excluded.rights_holder not in ('', r.rights_holder)
        or excluded.consent not in ('', r.consent) or coalesce(excluded.record_date <> r.record_date, excluded.record_date is not null)
      returning video_id
    )
    update videos set version = version + 1 from written where videos.id = written.video_id returning videos.id`.execute(
    tx,
  );
  return rows.length;
};

export interface ImportReport {
  /** Number of rows without the heading. */
  rows: number;
  /** Number of posts whose records change. */
  changes: number;
  /** Number of posts that already have these records. */
  unchanged: number;
  /** Number of rows that cannot be imported. */
  failed: number;
  /** The first failed rows. */
  problems: { row: number; reason: string }[];
}

const batchSize = 1000;

function* batchesOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize);
}

/** Finds the posts of all rows, and counts the rows that cannot be imported. */
const matchRows = async (db: Db, rows: readonly ImportRow[]) => {
  const byVideo = new Map<number, NewRecords>();
  const problems: ImportReport['problems'] = [];
  let failed = 0;
  const fail = (row: number, reason: string) => {
    if (++failed <= limits.recordImport.problems) problems.push({ row, reason });
  };
  for (const batch of batchesOf(rows)) {
    const invalid = new Map(batch.map((row) => [row.row, problemOf(row)]));
    const valid = batch.filter(({ row }) => invalid.get(row) === undefined);
    const matches = await matchPosts(db, valid);
    for (const { id, link, ...fields } of batch) {
      const match = matches.get(fields.row) ?? { problem: invalid.get(fields.row) ?? '' };
      if ('problem' in match) {
        fail(fields.row, match.problem);
        continue;
      }
      const earlier = byVideo.get(match.videoId);
      if (earlier) fail(fields.row, `Row ${earlier.row} already has this post.`);
      else byVideo.set(match.videoId, { ...fields, videoId: match.videoId });
    }
  }
  const newRecords = [...byVideo.values()].sort((a, b) => a.videoId - b.videoId);
  return { newRecords, failed, problems };
};

const countChanges = async (db: Db, newRecords: readonly NewRecords[]): Promise<number> => {
  let changes = 0;
  for (const batch of batchesOf(newRecords)) {
    const ids = batch.map(({ videoId }) => videoId);
    const stored = await recordsByIds(db, ids);
    changes += batch.filter((row) => {
      const current = stored.get(row.videoId) ?? noRecords;
      return recordParts.some((part) => row[part] !== '' && row[part] !== current[part]);
    }).length;
  }
  return changes;
};

/** Allows one import at a time, so that a double click doesn't import twice. */
const lockImports = async (tx: Tx) => {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('marquee record import')) as locked`.execute(tx);
  if (!rows[0]?.locked) throw new ConflictError('Another file of records is being imported. Try again in a minute.');
};

/** A dry run. */
export const previewImport = async (db: Db, file: AsyncIterable<Uint8Array>): Promise<ImportReport> => {
  const rows = await readRows(file);
  const { newRecords, failed, problems } = await matchRows(db, rows);
  const changes = await countChanges(db, newRecords);
  return { rows: rows.length, changes, unchanged: newRecords.length - changes, failed, problems };
};

/** Sets the records of posts from a CSV file. Changes nothing if any row is invalid. */
export const importRecords = async (db: Db, actor: Actor, file: AsyncIterable<Uint8Array>): Promise<ImportReport> => {
  const rows = await readRows(file);
  return db.transaction().execute(async (tx) => {
    await lockImports(tx);
    const { newRecords, failed, problems } = await matchRows(tx, rows);
    const [first] = problems;
    if (first)
      throw new ValidationError(
        `${numeral(failed)} of ${numeral(rows.length)} rows cannot be imported. Row ${first.row}: ${first.reason} Nothing was changed.`,
      );
    let changes = 0;
    for (const batch of batchesOf(newRecords)) {
      // Ids ascend across batches, as in bulk changes, so that they cannot deadlock.
      await lockVideos(
        tx,
        batch.map(({ videoId }) => videoId),
      );
      changes += await writeRecords(tx, batch);
    }
    const after = { rows: rows.length, posts: changes };
    await recordChange(tx, actor, { action: 'import', entity: 'records', entityId: 1, after });
    return { rows: rows.length, changes, unchanged: newRecords.length - changes, failed, problems };
  });
};
