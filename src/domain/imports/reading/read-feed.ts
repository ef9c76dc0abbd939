import { hash } from 'node:crypto';
import { numeral } from '#contract/values/fields.ts';
import type { FeedFormat } from '#contract/values/imports.ts';
import { ValidationError } from '#domain/errors.ts';
import { inBlocks } from './blocks.ts';
import { decompress } from './compression/decompress.ts';
import { toUtf8 } from './encoding/to-utf8.ts';
import { defaultFeedLimits, type FeedLimits } from './feed-limits.ts';
import { type FeedColumns, type FeedRow, RowProblem } from './feed-row.ts';
import { createCsvParser } from './formats/csv/csv-parser.ts';
import type { CreateParser, FeedParser, RawRow } from './formats/feed-parser.ts';
import { createJsonLinesParser, createJsonParser } from './formats/json/json-parsers.ts';
import { createXmlParser } from './formats/xml/xml-parser.ts';

const parsers: Record<FeedFormat['kind'], CreateParser> = {
  csv: createCsvParser,
  json: createJsonParser,
  jsonl: createJsonLinesParser,
  xml: createXmlParser,
};

const excerptBytes = 300;
/** PostgreSQL can't store NUL; the others are unreadable. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
const hashDigits = 32;

/** A class rather than closures, because a feed may have millions of rows. */
class RawFeedRow implements FeedRow {
  readonly number: number;
  readonly #parser: FeedParser;
  readonly #bytes: Buffer;
  readonly #problem: string | undefined;

  constructor(parser: FeedParser, number: number, { bytes, problem }: RawRow) {
    this.number = number;
    this.#parser = parser;
    this.#bytes = bytes;
    this.#problem = problem;
  }

  get hash(): string {
    // SHA-1 is the fastest hash that Node offers.
    return hash('sha1', this.#bytes, 'hex').slice(0, hashDigits);
  }

  get headingHash(): Buffer | undefined {
    return this.#parser.headingHash;
  }

  get excerpt(): string {
    return this.#bytes
      .toString('utf8', 0, excerptBytes)
      .replace(unstorable, '')
      .replace(/\ufffd+$/, '')
      .trim();
  }

  columns(): FeedColumns | RowProblem {
    return this.#problem === undefined ? this.#parser.parse(this.#bytes) : new RowProblem(this.#problem);
  }
}

/**
 * Streams the rows of a feed, compressed or not, in batches and constant memory. Throws a ValidationError if the feed
 * as a whole can't be read. For a bad row, `columns()` returns a RowProblem.
 */
export async function* readFeed(
  bytes: AsyncIterable<Uint8Array>,
  format: FeedFormat,
  limits: FeedLimits = defaultFeedLimits,
): AsyncGenerator<FeedRow[]> {
  let parser: FeedParser | undefined;
  let rest: Buffer = Buffer.alloc(0);
  let number = 0;
  let rows: FeedRow[] = [];
  const split = function* (block: Buffer, isLast: boolean): Generator<FeedRow[]> {
    parser ??= parsers[format.kind](format, block, limits);
    const { splitter, isRow } = parser;
    const bytesSoFar = rest.length === 0 ? block : Buffer.concat([rest, block]);
    const rawRows: RawRow[] = [];
    rest = bytesSoFar.subarray(splitter.split(bytesSoFar, isLast, (row) => rawRows.push(row)));
    for (const row of rawRows) {
      if (isRow && row.problem === undefined && !isRow(row.bytes)) continue;
      if (++number > limits.rows) throw new ValidationError(`A feed may have at most ${numeral(limits.rows)} rows.`);
      rows.push(new RawFeedRow(parser, number, row));
      if (rows.length < limits.batchRows) continue;
      yield rows;
      rows = [];
    }
  };
  // Files of an archive that were not read count as bad rows, so that the feed isn't taken for complete.
  const unread: RawRow[] = [];
  const onUnread = (name: string, problem: string) => unread.push({ bytes: Buffer.from(name), problem });
  let previous: Buffer | undefined;
  for await (const block of inBlocks(toUtf8(decompress(bytes, limits, onUnread), format.encoding))) {
    if (previous) yield* split(previous, false);
    previous = block;
  }
  yield* split(previous ?? Buffer.alloc(0), true);
  for (const row of unread) rows.push(new RawFeedRow(parser as FeedParser, ++number, row));
  if (rows.length > 0) yield rows;
}

/** The first block of a feed, decompressed, as detectFormat() needs it. */
export const readHead = async (bytes: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  for await (const block of inBlocks(decompress(bytes, defaultFeedLimits))) return block;
  return Buffer.alloc(0);
};
