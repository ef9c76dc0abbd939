import {
  type FeedFormat,
  type FeedMapping,
  type ImportRules,
  type ImportSettings,
  importLimits,
} from '#contract/values/imports.ts';
import type { Db } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { ValidationError } from '#domain/errors.ts';
import { groupProblems, type RowsProblem, readImport } from './imports.ts';
import { completeNotation, guessMapping } from './mapping/guess-mapping.ts';
import { createMapper, type ImportedPost } from './mapping/mapper.ts';
import { createUnusedColumns, type UnusedColumn } from './mapping/unused-columns.ts';
import { assertNoWordPressExport, detectFormat } from './reading/detect-format.ts';
import { otherFormatOf } from './reading/feed-look.ts';
import { type FeedColumns, type FeedRow, RowProblem } from './reading/feed-row.ts';
import { emptyFeed } from './reading/formats/messages.ts';
import { readFeed, readHead } from './reading/read-feed.ts';
import { readFeedBytes } from './received-feeds.ts';
import { readSource, updateSource } from './sources.ts';

export interface PreviewedRow {
  number: number;
  excerpt: string;
  /** Undefined for an unreadable row. */
  columns: FeedColumns | undefined;
  post: ImportedPost | undefined;
  /** Why the row doesn't become a post. */
  problem: string | undefined;
}

export interface FeedPreview {
  format: FeedFormat;
  /** The format that the feed seems to have, if it differs from the given one. */
  otherFormat: FeedFormat | undefined;
  mapping: FeedMapping;
  /** Names of all columns in the first rows. */
  columns: string[];
  rows: PreviewedRow[];
  /** How many rows were read for the problems and unused columns. */
  readRows: number;
  problems: RowsProblem[];
  unusedColumns: UnusedColumn[];
}

interface PreviewOptions {
  rules: ImportRules;
  /** Guessed if omitted. */
  format?: FeedFormat | undefined;
  /** Guessed if omitted. */
  mapping?: FeedMapping | undefined;
}

/** How many rows are read to guess the mapping, since few rows may have all columns. */
const guessedRows = 200;

const firstRows = async (bytes: AsyncIterable<Uint8Array>, format: FeedFormat): Promise<FeedRow[]> => {
  const rows: FeedRow[] = [];
  for await (const batch of readFeed(bytes, format)) {
    rows.push(...batch);
    if (rows.length >= guessedRows) break;
  }
  return rows.slice(0, guessedRows);
};

/** Like otherFormatOf, but doesn't throw for a feed that looks wrong but has readable rows. */
const otherThan = (head: Buffer, format: FeedFormat, hasRows: boolean): FeedFormat | undefined => {
  try {
    return otherFormatOf(head, format, hasRows);
  } catch (error) {
    if (hasRows && error instanceof ValidationError) return undefined;
    throw error;
  }
};

/** The first rows of a feed as posts. Guesses the format and mapping unless they are given. */
export const previewFeed = async (
  db: Db,
  importId: number,
  { rules, format: given, mapping: givenMapping }: PreviewOptions,
): Promise<FeedPreview> => {
  const head = await readHead(readFeedBytes(db, importId));
  assertNoWordPressExport(head);
  const format = given ?? detectFormat(head);
  const rows = await firstRows(readFeedBytes(db, importId), format);
  const parsed = rows.map((row) => row.columns());
  const readable = parsed.filter((columns): columns is FeedColumns => !(columns instanceof RowProblem));
  if (rows.length === 0 && !given) throw new ValidationError(emptyFeed);
  const mapping = givenMapping ? completeNotation(givenMapping, readable) : guessMapping(readable);
  const map = createMapper(mapping, rules);
  const unusedColumns = createUnusedColumns(mapping);
  for (const columns of readable) unusedColumns.add(columns);
  const posts = parsed.map(map);
  const problems = posts.map((post, at) => ({
    number: rows[at]?.number ?? 0,
    ...(post instanceof RowProblem
      ? { outcome: 'bad' as const, reasons: [post.reason] }
      : { outcome: 'incomplete' as const, reasons: post.leftOut }),
  }));
  return {
    readRows: rows.length,
    problems: groupProblems(problems),
    unusedColumns: unusedColumns.list(),
    format,
    otherFormat: given && otherThan(head, given, readable.length > 0),
    mapping,
    columns: [...new Set(readable.flatMap((columns) => Object.keys(columns)))],
    rows: rows.slice(0, importLimits.previewRows).map(({ number, excerpt }, at) => {
      const columns = parsed[at] as FeedColumns | RowProblem;
      const post = posts[at] as ImportedPost | RowProblem;
      return {
        number,
        excerpt,
        columns: columns instanceof RowProblem ? undefined : columns,
        post: post instanceof RowProblem ? undefined : post,
        problem: post instanceof RowProblem ? post.reason : undefined,
      };
    }),
  };
};

export const isMapped = ({ mapping }: Pick<ImportSettings, 'mapping'>): boolean => Object.keys(mapping).length > 0;

export const unmapped = 'The columns of this feed are not mapped yet. Import the feed once by hand to set the mapping.';

/** The settings of an import's source. If the source has no mapping yet, it gets one guessed from this feed. */
export const describeSource = async (db: Db, actor: Actor, importId: number): Promise<ImportSettings> => {
  const { sourceId, state } = await readImport(db, importId);
  const { settings, version } = await readSource(db, sourceId);
  if (isMapped(settings) || state !== 'received') return settings;
  const { format, mapping } = await previewFeed(db, importId, { rules: settings.rules });
  const described = { ...settings, format, mapping };
  await updateSource(db, actor, sourceId, { settings: described }, version);
  return described;
};
