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
import { readImport } from './imports.ts';
import { completeSpelling, guessMapping } from './mapping/guess-mapping.ts';
import { createMapper, type ImportedPost } from './mapping/mapper.ts';
import { detectFormat } from './reading/detect-format.ts';
import type { FeedColumns, FeedRow } from './reading/feed-row.ts';
import { emptyFeed } from './reading/formats/sentences.ts';
import { otherFormatOf } from './reading/other-format.ts';
import { readFeed } from './reading/read-feed.ts';
import { readHead } from './reading/read-head.ts';
import { readFeedBytes } from './received-feeds.ts';
import { RowProblem } from './row-problem.ts';
import { readSource, updateSource } from './sources.ts';

export interface PreviewedRow {
  number: number;
  excerpt: string;
  /** Undefined for a row that cannot be read. */
  columns: FeedColumns | undefined;
  post: ImportedPost | undefined;
  /** Why it does not become a post. */
  problem: string | undefined;
}

export interface FeedPreview {
  format: FeedFormat;
  /** What the feed looks like, if that is not the given format. */
  otherFormat: FeedFormat | undefined;
  mapping: FeedMapping;
  /** All that the first rows have. */
  columns: string[];
  rows: PreviewedRow[];
}

interface PreviewOptions {
  rules: ImportRules;
  /** Guessed if there is none. */
  format?: FeedFormat | undefined;
  mapping?: FeedMapping | undefined;
}

/** Few rows may have all columns. */
const guessedRows = 200;

const firstRows = async (bytes: AsyncIterable<Uint8Array>, format: FeedFormat): Promise<FeedRow[]> => {
  const rows: FeedRow[] = [];
  for await (const batch of readFeed(bytes, format)) {
    rows.push(...batch);
    if (rows.length >= guessedRows) break;
  }
  return rows.slice(0, guessedRows);
};

/** Undefined also for what does not look like a feed, although rows of it can be read. */
const otherThan = (head: Buffer, format: FeedFormat, hasRows: boolean): FeedFormat | undefined => {
  try {
    return otherFormatOf(head, format, hasRows);
  } catch (error) {
    if (hasRows && error instanceof ValidationError) return undefined;
    throw error;
  }
};

/** The first rows of a feed as posts; format and mapping are guessed unless they are given. */
export const previewFeed = async (
  db: Db,
  importId: number,
  { rules, format: given, mapping: wanted }: PreviewOptions,
): Promise<FeedPreview> => {
  const head = await readHead(readFeedBytes(db, importId));
  const format = given ?? detectFormat(head);
  const rows = await firstRows(readFeedBytes(db, importId), format);
  const parsed = rows.map((row) => row.columns());
  const readable = parsed.filter((columns): columns is FeedColumns => !(columns instanceof RowProblem));
  if (rows.length === 0 && !given) throw new ValidationError(emptyFeed);
  const mapping = wanted ? completeSpelling(wanted, readable) : guessMapping(readable);
  const map = createMapper(mapping, rules);
  return {
    format,
    otherFormat: given && otherThan(head, given, readable.length > 0),
    mapping,
    columns: [...new Set(readable.flatMap((columns) => Object.keys(columns)))],
    rows: rows.slice(0, importLimits.previewRows).map(({ number, excerpt }, at) => {
      const columns = parsed[at] as FeedColumns | RowProblem;
      const post = map(columns);
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

/** Whether somebody, or a first feed, has told what the columns of a source are. */
export const isMapped = ({ mapping }: Pick<ImportSettings, 'mapping'>): boolean => Object.keys(mapping).length > 0;

export const unmapped =
  'The columns of its feed are not mapped yet. Import the feed once by hand, and the mapping is kept.';

/** What an import is read with. A source that nobody has described yet is described by this feed, as far as it can be guessed. */
export const describeSource = async (db: Db, actor: Actor, importId: number): Promise<ImportSettings> => {
  const { sourceId, state } = await readImport(db, importId);
  const { settings, version } = await readSource(db, sourceId);
  if (isMapped(settings) || state !== 'received') return settings;
  const { format, mapping } = await previewFeed(db, importId, { rules: settings.rules });
  const described = { ...settings, format, mapping };
  await updateSource(db, actor, sourceId, { settings: described }, version);
  return described;
};
