import { gzipSync } from 'node:zlib';
import { Zip, ZipPassThrough, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readHead } from '#domain/imports/reading/read-feed.ts';
import { columnsOf, inPieces, rowsOf } from './feeds.ts';
import { writeFiles, writeZip } from './write-zip.ts';

const lines = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => `{"id":"${first + n}"}\n`).join('');
const ids = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, n) => ({ id: `${first + n}` }));
const text = (content: string) => Buffer.from(content);
const lineFormat = { kind: 'jsonl', encoding: 'utf-8' } as const;

/** Smaller ones may grow as they like. */
const bombMegabytes = 65;
const megabyte = Buffer.alloc(1024 * 1024, 'a');
const timesBomb = (part: Buffer) => Buffer.concat(Array.from({ length: bombMegabytes }, () => part));
const gzipBomb = timesBomb(gzipSync(megabyte));
const zipBomb = Buffer.concat([timesBomb(writeFiles([{ name: 'a.exe', content: megabyte }])), writeZip()]);

/** As programs write it that do not know the lengths beforehand. */
const streamedZip = (name: string, content: string): Buffer => {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((_, chunk) => chunks.push(chunk));
  const file = new ZipPassThrough(name);
  zip.add(file);
  file.push(text(content), true);
  zip.end();
  return Buffer.concat(chunks);
};

describe('a compressed feed', () => {
  it.each([
    ['gzip', gzipSync(lines(1, 3))],
    ['gzip of several members', Buffer.concat([gzipSync(lines(1, 1)), gzipSync(lines(2, 3))])],
    [
      'gzip with a byte-order mark in its second member',
      Buffer.concat([gzipSync(lines(1, 2)), gzipSync(`\ufeff${lines(3, 3)}`)]),
    ],
    ['gzip that is filled up with zeros', Buffer.concat([gzipSync(lines(1, 3)), Buffer.alloc(600)])],
    ['ZIP', zipSync({ 'feed.jsonl': text(lines(1, 3)) })],
    ['ZIP without compression', zipSync({ 'feed.jsonl': [text(lines(1, 3)), { level: 0 }] })],
    ['a .gz file in a ZIP file', zipSync({ 'feed.jsonl.gz': gzipSync(lines(1, 3)) })],
    [
      'ZIP with folders, and with what computers leave behind',
      zipSync({
        '__MACOSX/._feed.jsonl': text('x'),
        'a/.DS_Store': text('x'),
        'README.txt': text('Hi'),
        'a/feed.jsonl': text(lines(1, 3)),
      }),
    ],
    [
      'ZIP with parts',
      zipSync({
        'part-1.jsonl': text(lines(1, 2)),
        'part-2.jsonl': text(lines(3, 3)),
        'deleted.jsonl': text(lines(9, 9)),
      }),
    ],
    [
      'ZIP with several feeds of one form',
      zipSync({
        'north.jsonl': text(lines(1, 1).trim()),
        'south/harbour.jsonl': text(lines(2, 2).trim()),
        'empty.jsonl': text('\n'),
        'west.jsonl.gz': gzipSync(lines(3, 3)),
      }),
    ],
  ])('is read from %s', async (_, feed) => {
    expect(await columnsOf(feed)).toEqual(ids(1, 3));
  });

  it('is read from all tables of a ZIP file that have the same heading', async () => {
    const feed = zipSync({
      'a.csv': text('id,title\r\n1,River\r\n2,Harbour'),
      'b.csv': text('\ufeffid,title\n3,"Café, closed"\n'),
      'without-heading.csv': text('4,Bridge\n5,Garden\n'),
    });
    expect(await columnsOf(feed)).toEqual([
      { id: '1', title: 'River' },
      { id: '2', title: 'Harbour' },
      { id: '3', title: 'Café, closed' },
      { id: '4', title: 'Bridge' },
      { id: '5', title: 'Garden' },
    ]);
  });

  it.each([
    ['JSON beside CSV', '{"id":"9"}\n{"id":"10"}\n', 'is JSON Lines in UTF-8'],
    ['other columns', 'id,views\n9,100\n', 'is CSV with the columns id, views in UTF-8'],
    ['another delimiter', 'id;title\n9;Tower\n', 'is CSV with the columns id, title in UTF-8'],
    [
      'another encoding',
      Buffer.from('id,title\n9,Übergröße\n', 'latin1'),
      'is CSV with the columns id, title in WINDOWS-1252',
    ],
  ])('has a bad row for each file of a ZIP file that is of another form: %s', async (_, other, look) => {
    const a = 'id,title\n1,River\n2,Harbour\n';
    const feed = zipSync({ 'a.csv': text(a), 'b.csv': Buffer.from(other), 'c.csv': text(a) });
    const river = [
      { id: '1', title: 'River' },
      { id: '2', title: 'Harbour' },
    ];
    expect(await columnsOf(feed)).toEqual([
      ...river,
      ...river,
      `“b.csv” in the ZIP file was not read: ${look}, and “a.csv”, which was read, is CSV with the columns id, title in UTF-8.`,
    ]);
  });

  it('reads files with unusual names, and reports what it cannot read of them', async () => {
    const feed = zipSync({
      'feed.csv': text('id,title\n1,River\n'),
      'feed.csv.002': text('id,title\n2,Harbour\n'),
      'feed.parquet': text('PAR1\u0000\u0001\u0002'),
      'cover.jpg': text('JPEG'),
    });
    expect(await columnsOf(feed)).toEqual([
      { id: '1', title: 'River' },
      { id: '2', title: 'Harbour' },
      expect.stringContaining('“feed.parquet” in the ZIP file was not read'),
    ]);
  });

  it('leaves out what is no feed, wherever it is in a ZIP file', async () => {
    const feed = zipSync({
      'notes.txt': text('Our videos of this week.\nHave fun.'),
      'page.txt': text('<!doctype html><html></html>'),
      'a.csv': text('id,title\n1,River\n'),
    });
    expect(await columnsOf(feed)).toEqual([
      { id: '1', title: 'River' },
      '“notes.txt” in the ZIP file was not read: This is plain text without columns, not a feed.',
      '“page.txt” in the ZIP file was not read: This is a web page, not a feed.',
    ]);
    await expect(columnsOf(zipSync({ 'page.txt': text('<html></html>') }))).rejects.toThrow('This is a web page');
  });

  it.each([
    ['a cut gzip file', gzipSync(lines(1, 10_000)).subarray(0, 5000), 'The gzip file is damaged or incomplete.'],
    [
      'a gzip file with something else behind it',
      Buffer.concat([gzipSync(lines(1, 3)), text('<html>The connection was lost.</html>')]),
      'The gzip file is damaged or incomplete.',
    ],
    [
      'a cut ZIP file',
      zipSync({ 'a.jsonl': text(lines(1, 10_000)) }).subarray(0, 5000),
      'The ZIP file is damaged or incomplete.',
    ],
    ['a ZIP file of other things', zipSync({ 'a.exe': text('x') }), 'The ZIP file contains no feed'],
    ['an empty ZIP file', zipSync({}), 'The ZIP file is empty.'],
    ['a spreadsheet', zipSync({ '[Content_Types].xml': text('<x/>') }), 'Save the table as CSV'],
    [
      'a ZIP file that cannot be read as it arrives',
      streamedZip('a.jsonl', lines(1, 3)),
      'doesn’t say how long its files are',
    ],
    ['RAR', Buffer.from('Rar!\u001a\u0007\u0000'), 'This is a RAR file.'],
    [
      'gzip in gzip in gzip in gzip',
      gzipSync(gzipSync(gzipSync(gzipSync('{"id":1}')))),
      'compressed more than 3 times',
    ],
  ])('says what is wrong with %s', async (_, feed, reason) => {
    await expect(rowsOf(feed, { format: lineFormat })).rejects.toThrow(reason);
  });

  it('refuses an encrypted ZIP file', async () => {
    const feed = Buffer.from(zipSync({ 'a.jsonl': text(lines(1, 3)) }));
    feed[6] = (feed[6] ?? 0) | 1;
    await expect(readHead(inPieces(feed))).rejects.toThrow('The ZIP file is encrypted.');
  });

  it.each([
    ['gzip in ZIP', writeZip({ name: 'a.jsonl.gz', content: gzipBomb })],
    ['ZIP, in files that are not read', zipBomb],
  ])('refuses a bomb in %s', async (_, feed) => {
    await expect(rowsOf(feed, { format: lineFormat })).rejects.toThrow(
      'The feed grows more than 200 times when decompressed.',
    );
  });

  it.each([
    ['gzip', gzipSync(megabyte)],
    ['ZIP', zipSync({ 'a.jsonl': megabyte })],
    ['gzip in ZIP', zipSync({ 'a.jsonl.gz': gzipSync(megabyte) })],
    ['ZIP, in a file that is not read', zipSync({ 'a.exe': megabyte })],
  ])('is refused if it is too large when decompressed: %s', async (_, feed) => {
    await expect(rowsOf(feed, { format: lineFormat, limits: { bytes: 1024 } })).rejects.toThrow(
      'The feed is larger than 1.0 KB when decompressed.',
    );
  });

  it('passes on why its bytes could not be had', async () => {
    async function* failing() {
      yield gzipSync(lines(1, 10)).subarray(0, 20);
      throw new Error('The connection was lost.');
    }
    await expect(readHead(failing())).rejects.toThrow('The connection was lost.');
  });

  it('stops reading once the head is there', async () => {
    let isClosed = false;
    async function* endless() {
      try {
        for (;;) yield gzipSync(lines(1, 1000));
      } finally {
        isClosed = true;
      }
    }
    expect((await readHead(endless())).length).toBe(256 * 1024);
    expect(isClosed).toBe(true);
  });
});
