import type { FeedFormat, FeedMapping, ImportRules } from '#contract/values/imports.ts';
import { guessMapping } from '#domain/imports/mapping/guess-mapping.ts';
import { createMapper, type ImportedPost } from '#domain/imports/mapping/mapper.ts';
import { detectFormat } from '#domain/imports/reading/detect-format.ts';
import { defaultFeedLimits, type FeedLimits } from '#domain/imports/reading/feed-limits.ts';
import { type FeedColumns, type FeedRow, RowProblem } from '#domain/imports/reading/feed-row.ts';
import { readFeed, readHead } from '#domain/imports/reading/read-feed.ts';
import { defaultRules } from '#domain/imports/sources.ts';

/** The bytes in pieces of these lengths, over and over. */
export async function* inPieces(bytes: Uint8Array, lengths: readonly number[] = [1000]): AsyncGenerator<Uint8Array> {
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const length = Math.max(1, lengths[n % lengths.length] ?? 1);
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

interface Options {
  format?: FeedFormat;
  lengths?: readonly number[];
  limits?: Partial<FeedLimits>;
}

const bytesOf = (feed: string | Uint8Array) => (typeof feed === 'string' ? Buffer.from(feed) : feed);

export const formatOf = async (feed: string | Uint8Array): Promise<FeedFormat> =>
  detectFormat(await readHead(inPieces(bytesOf(feed))));

export const rowsOf = async (
  feed: string | Uint8Array,
  { format, lengths, limits }: Options = {},
): Promise<FeedRow[]> => {
  const bytes = bytesOf(feed);
  const used = format ?? (await formatOf(bytes));
  const rows: FeedRow[] = [];
  for await (const batch of readFeed(inPieces(bytes, lengths), used, { ...defaultFeedLimits, ...limits }))
    rows.push(...batch);
  return rows;
};

/** What each row has, or the reason why it cannot be read. */
export const columnsOf = async (feed: string | Uint8Array, options: Options = {}): Promise<(FeedColumns | string)[]> =>
  (await rowsOf(feed, options)).map((row) => {
    const columns = row.columns();
    return columns instanceof RowProblem ? columns.reason : columns;
  });

/** A row with these columns as a post, or the reason why it is none. */
export const mapped = (
  columns: FeedColumns,
  mapping: FeedMapping = guessMapping([columns]),
  rules: Partial<ImportRules> = {},
): ImportedPost | string => {
  const post = createMapper(mapping, { ...defaultRules, ...rules })(columns);
  return post instanceof RowProblem ? post.reason : post;
};

/** All rows of a feed as posts, everything guessed. */
export const postsOf = async (feed: string | Uint8Array, options: Options = {}): Promise<(ImportedPost | string)[]> => {
  const rows = (await rowsOf(feed, options)).map((row) => row.columns());
  const mapping = guessMapping(rows.filter((columns): columns is FeedColumns => !(columns instanceof RowProblem)));
  const map = createMapper(mapping, defaultRules);
  return rows.map((columns) => {
    const post = map(columns);
    return post instanceof RowProblem ? post.reason : post;
  });
};
