/** Whatever a post has in it, it is read back as it was written. */

import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileOf } from '#api/http/exported-files.ts';
import { postFile } from '#api/records/exported.ts';
import { exportFormats, withFormulaGuard } from '#contract/values/exports.ts';
import type { FeedFormat, FeedMapping } from '#contract/values/imports.ts';
import { textsOf } from '#domain/catalogue/post-texts.ts';
import type { ExportedPost } from '#domain/exports/exports.ts';
import type { ImportedPost } from '#domain/imports/mapping/mapper.ts';
import type { FeedColumns } from '#domain/imports/reading/feed-row.ts';
import { runs } from '../../support/random.ts';
import { columnsOf, mapped, postsOf } from './feeds.ts';
import { anyPost, pieces } from './posts.ts';

/** The post as the catalogue stores and exports it. */
const exported = (post: ImportedPost): ExportedPost => {
  const isScheduled = post.state === 'scheduled';
  const stored: Partial<ExportedPost> = {
    id: Number(post.itemId),
    ...textsOf(post),
    link: post.link,
    links: post.otherLinks.length === 0 ? [] : [post.link, ...post.otherLinks],
    deadLinks: [],
    imageUrl: post.imageUrl,
    tagNames: post.tags,
    performerNames: post.performers,
    category: post.category,
    minutes: post.minutes,
    publishedAt: post.publishedAt ?? new Date(0),
    publishAt: isScheduled ? post.publishedAt : null,
    views: post.views ?? 0,
    iframeUrl: post.iframeUrl,
    previewUrls: post.previewUrls,
    partnerName: post.partner === '' ? null : post.partner,
    clicks: 0,
    ...(post.state && { state: post.state }),
    source: post.records.source ?? '',
    rightsHolder: post.records.rightsHolder ?? '',
    consent: post.records.consent ?? '',
    recordDate: post.records.recordDate ?? null,
  };
  return stored as ExportedPost;
};

async function* inBatches<Item>(items: Item[]) {
  yield items;
}

describe('an export of the catalogue', () => {
  it.each(exportFormats)('as %s is recognised and read back without loss', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyPost, { minLength: 1, maxLength: 6 }), pieces, async (posts, lengths) => {
        let file = '';
        for await (const part of fileOf(postFile, format, inBatches(posts.map(exported)))) file += part;
        expect(await postsOf(gzipSync(file), { lengths })).toEqual(posts);
      }),
      { numRuns: runs(15, 150) },
    );
  });
});

/** A post as a partner would write it. */
const fieldsOf = (post: ImportedPost): Record<string, string> => ({
  id: post.itemId,
  title: post.title,
  link: post.link,
  image: post.imageUrl,
  description: post.description,
  tags: post.tags.join('\n'),
});
const mapping: FeedMapping = {
  itemId: { columns: ['id'] },
  title: { columns: ['title'], isPlainText: true },
  link: { columns: ['link'], separator: '\n' },
  imageUrl: { columns: ['image'], separator: '\n' },
  description: { columns: ['description'], isPlainText: true },
  tags: { columns: ['tags'], separator: '\n', isPlainText: true },
};

const quoted = (cell: string) => `"${withFormulaGuard(cell).replaceAll('"', '""')}"`;
const table = (delimiter: string, lineEnd: string) => (rows: Record<string, string>[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row).map(quoted))]
    .map((cells) => cells.join(delimiter))
    .join(lineEnd);
const escaped = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const item = (row: Record<string, string>) =>
  `<item>${Object.entries(row)
    .map(([name, value]) => `<${name}>${escaped(value)}</${name}>`)
    .join('')}</item>`;

const writers: [string, Omit<FeedFormat, 'encoding'>, (rows: Record<string, string>[]) => string][] = [
  ['CSV', { kind: 'csv', delimiter: ',', quote: '"', hasHeader: true }, table(',', '\r\n')],
  ['TSV', { kind: 'csv', delimiter: '\t', quote: '"', hasHeader: true }, table('\t', '\n')],
  ['pipes', { kind: 'csv', delimiter: '|', quote: '"', hasHeader: true }, table('|', '\n')],
  ['JSON', { kind: 'json', path: 'a.b' }, (rows) => JSON.stringify({ x: [{ y: 1 }], a: { b: rows } }, null, 2)],
  ['JSON Lines', { kind: 'jsonl' }, (rows) => rows.map((row) => JSON.stringify(row)).join('\n')],
  ['RSS', { kind: 'xml', path: 'item' }, (rows) => `<rss><channel>${rows.map(item).join('\n')}</channel></rss>`],
];
const encodings: [string, (text: string) => Buffer][] = [
  ['utf-8', (text) => Buffer.from(text)],
  ['utf-16le', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
];

describe.each(writers)('a feed in %s', (_, format, write) => {
  it.each(encodings)('in %s is read back as it was written', async (encoding, encode) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyPost, { minLength: 1, maxLength: 6 }), pieces, async (posts, lengths) => {
        const bytes = encode(write(posts.map(fieldsOf)));
        const rows = await columnsOf(bytes, { format: { encoding, ...format }, lengths });
        const read = rows.map((row) => mapped(row as FeedColumns, mapping));
        expect(read).toEqual(
          posts.map(({ itemId, title, link, imageUrl, description, tags }) =>
            expect.objectContaining({ itemId, title, link, imageUrl, description, tags }),
          ),
        );
      }),
      { numRuns: runs(6, 80) },
    );
  });
});
