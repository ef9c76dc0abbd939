/** Feeds of which nothing, or not everything, can be read. */
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { item, openImports, toFeed } from './open-imports.ts';

const { newSource, check, importItems, run, rowsOf } = openImports();

const csv = { kind: 'csv', encoding: 'utf-8', delimiter: ',', hasHeader: true } as const;
const table = 'id,title,link,image\n1,Film one,https://example.com/1,https://example.com/1.jpg\n';

it.each([
  ['blanks', csv, ' \n\n', 'The feed is empty.'],
  ['a heading alone', csv, 'id,title,link,image\n', 'The feed is empty.'],
  ['an empty list', { kind: 'json', encoding: 'utf-8', path: '' } as const, '[]', 'The feed is empty.'],
  ['a web page', csv, '<!doctype html><html><body>Not found</body></html>', 'This is a web page, not a feed.'],
  ['a picture', csv, '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR', 'This is not a text file'],
  ['CSV as JSON Lines', undefined, table, 'This file looks like CSV; the source keeps JSON Lines.'],
  [
    'JSON Lines as XML',
    { ...csv, kind: 'xml' } as const,
    '{"id":"1"}\n{"id":"2"}',
    'looks like JSON Lines; the source keeps XML.',
  ],
])('a dry run fails with a reason if the feed has no row at all: %s', async (_, format, feed, reason) => {
  const { id } = await newSource({ ...(format && { format }), policies: { takeDownMissing: true } });
  const checked = await check(id, Buffer.from(feed));
  expect(checked).toMatchObject({ state: 'failed', error: expect.stringContaining(reason) });
});

it('control characters make bad rows, not a failure', async () => {
  const { id } = await newSource();
  const checked = await check(id, [
    item('nul', { title: 'a\u0000b' }),
    item('nul', { id: 'c\u0000d' }),
    item('nul', { tags: ['e\u0000f'], stars: ['\ud800'], description: '\ud800' }),
    '\u0000\u0001 no JSON',
  ]);
  expect(checked).toMatchObject({ state: 'checked', checkedCounts: { bad: 4 } });
  const archive = await check(
    id,
    zipSync({ 'a.jsonl': toFeed([item('nul-zip')]), 'b\u0000\u202e.csv': Buffer.from(table) }),
  );
  expect(archive).toMatchObject({ state: 'checked', checkedCounts: { new: 1, bad: 1 } });
});

it('a feed of bad rows in the right format is checked', async () => {
  const { id } = await newSource({ format: csv });
  expect(await check(id, Buffer.from('id,title,link,image\n,,,/1.jpg\n'))).toMatchObject({
    state: 'checked',
    checkedCounts: { bad: 1 },
  });
});

it('a file of a ZIP file that was not read takes nothing down unless somebody confirms it', async () => {
  const { id } = await newSource({ policies: { takeDownMissing: true } });
  const items = Array.from({ length: 10 }, (_, n) => item(`zip-${n}`));
  await importItems(id, items);
  const feed = zipSync({ 'a.jsonl': toFeed(items.slice(0, 9)), 'b.csv': Buffer.from(table) });
  const checked = await check(id, feed);
  expect(checked).toMatchObject({ totalRows: 10, missing: 1, lostRows: 1, needsConfirmation: true });
  expect(await rowsOf(checked.id, 'bad')).toMatchObject([
    { reason: expect.stringContaining('“b.csv” in the ZIP file was not read') },
  ]);
  await expect(run(checked.id)).rejects.toThrow('Confirm to take them down.');
});
