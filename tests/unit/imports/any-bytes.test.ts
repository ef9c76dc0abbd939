/** No bytes whatever can make the reader fail in other ways than with a sentence, or hold more than a row and a block. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FeedFormat } from '#contract/values/imports.ts';
import { ValidationError } from '#domain/errors.ts';
import { guessMapping } from '#domain/imports/mapping/guess-mapping.ts';
import { createMapper } from '#domain/imports/mapping/mapper.ts';
import { defaultFeedLimits } from '#domain/imports/reading/feed-limits.ts';
import { type FeedColumns, RowProblem } from '#domain/imports/reading/feed-row.ts';
import { createCsvParser } from '#domain/imports/reading/formats/csv/csv-parser.ts';
import { createJsonLinesParser, createJsonParser } from '#domain/imports/reading/formats/json/json-parsers.ts';
import { createXmlParser } from '#domain/imports/reading/formats/xml/xml-parser.ts';
import { defaultRules } from '#domain/imports/sources.ts';
import { runs } from '../../support/random.ts';
import { formatOf, rowsOf } from './feeds.ts';
import { pieces } from './posts.ts';

const fragments = fc.constantFrom(
  ...[
    '"',
    "'",
    ',',
    ';',
    '|',
    '\t',
    '\n',
    '\r',
    '\\',
    '{',
    '}',
    '[',
    ']',
    ':',
    '{"id":',
    '"title":"a"',
    'NaN',
    '[{',
    '},',
  ],
  ...[
    '<item>',
    '</item>',
    '<item ',
    '<item/>',
    '<title>',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<?xml version="1.0"?>',
    '<rss>',
    '&amp;',
    '&#0;',
  ],
  ...['\ufeff', '\u0000', '\u202e', 'é', '😀', 'https://example.com/1.jpg', '12:30', 'id,title,link\n', ' ', 'a'],
);
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
  fc.array(fragments, { maxLength: 200 }).map((parts) => Buffer.from(parts.join(''))),
  fc
    .tuple(
      fc.constantFrom([0x1f, 0x8b, 8], [0x50, 0x4b, 3, 4], [0xff, 0xfe], [0xef, 0xbb, 0xbf]),
      fc.uint8Array({ maxLength: 300 }),
    )
    .map(([magic, bytes]) => Buffer.from([...magic, ...bytes])),
);

const formats: FeedFormat[] = [
  { kind: 'csv', encoding: 'utf-8', delimiter: ',', quote: '"', hasHeader: true },
  { kind: 'csv', encoding: 'windows-1251', delimiter: '||', quote: "'", hasHeader: false },
  { kind: 'json', encoding: 'utf-8', path: '' },
  { kind: 'json', encoding: 'utf-16le', path: 'videos' },
  { kind: 'jsonl', encoding: 'utf-8' },
  { kind: 'xml', encoding: 'utf-8', path: 'item' },
];
const limits = { rowBytes: 100, columns: 5, batchRows: 3 };

/** What comes of the bytes: rows, or a sentence. */
const outcomeOf = async (bytes: Buffer, format: FeedFormat, lengths: number[]) => {
  try {
    const rows = await rowsOf(bytes, { format, lengths, limits });
    return rows.map((row) => ({
      number: row.number,
      hash: row.hash,
      columns: row.columns(),
      excerpt: row.excerpt,
    }));
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
};

describe('any bytes', () => {
  it.each(formats)('are rows or a sentence, however they arrive, as $kind in $encoding', async (format) => {
    await fc.assert(
      fc.asyncProperty(anyBytes, pieces, async (bytes, lengths) => {
        expect(await outcomeOf(bytes, format, lengths)).toEqual(await outcomeOf(bytes, format, [1_000_000]));
      }),
      { numRuns: runs(30, 300) },
    );
  });

  it('have a format or a sentence, and rows of which each is a post or has a reason', async () => {
    await fc.assert(
      fc.asyncProperty(anyBytes, async (bytes) => {
        const format = await formatOf(bytes).catch((error) => {
          if (error instanceof ValidationError) return undefined;
          throw error;
        });
        if (!format) return;
        const rows = await outcomeOf(bytes, format, [50]);
        if (typeof rows === 'string') return;
        const readable = rows
          .map(({ columns }) => columns)
          .filter((each): each is FeedColumns => !(each instanceof RowProblem));
        const map = createMapper(guessMapping(readable), defaultRules);
        for (const { columns } of rows) expect(map(columns)).toBeDefined();
      }),
      { numRuns: runs(100, 1000) },
    );
  });

  it.each([
    ['CSV', createCsvParser, formats[0]],
    ['JSON', createJsonParser, formats[2]],
    ['JSON Lines', createJsonLinesParser, formats[4]],
    ['XML', createXmlParser, formats[5]],
  ])('never make %s hold more than a row', (_, createParser, format) => {
    fc.assert(
      fc.property(fc.array(fragments, { minLength: 1, maxLength: 400 }), (parts) => {
        const bytes = Buffer.from(parts.join(''));
        const { splitter } = createParser(format as FeedFormat, bytes, { ...defaultFeedLimits, ...limits });
        let rest = Buffer.alloc(0);
        for (let at = 0; at < bytes.length; at += 50) {
          const given = Buffer.concat([rest, bytes.subarray(at, at + 50)]);
          rest = Buffer.from(given.subarray(splitter.split(given, false, () => undefined)));
          // JSON keeps what a row can begin with, to find the next one after a broken row.
          expect(rest.length).toBeLessThanOrEqual(limits.rowBytes + 300);
        }
      }),
      { numRuns: runs(50, 500) },
    );
  });
});
