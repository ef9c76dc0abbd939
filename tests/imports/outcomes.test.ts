/** What becomes of the rows of a feed. */
import { expect, it } from 'vitest';
import type { ImportField } from '#contract/values/imports.ts';
import { system } from '#domain/audit-log.ts';
import { readImport, readProblems } from '#domain/imports/imports.ts';
import { addVideo, deleteVideo } from '#domain/posts/save-video.ts';
import { item, openImports } from './open-imports.ts';

const { db, newSource, check, importItems, run, undo, rowsOf, post, postIdOf, countPosts } = openImports();

const byColumn = (names: readonly ImportField[]) =>
  Object.fromEntries(names.map((name) => [name, { columns: [name] }]));

it('a dry run counts what would be added and writes nothing', async () => {
  const { id } = await newSource();
  const checked = await check(id, [item('dry-1'), item('dry-2'), 'no JSON', { id: 'dry-3', title: 'Without link' }]);
  expect(checked).toMatchObject({ state: 'checked', totalRows: 4, checkedCounts: { new: 2, bad: 2, same: 0 } });
  expect(await countPosts()).toBe(0);
  expect((await rowsOf(checked.id, 'new')).map(({ number, title }) => [number, title])).toEqual([
    [1, 'Film dry-1'],
    [2, 'Film dry-2'],
  ]);
  expect((await rowsOf(checked.id, 'bad')).map(({ number, reason }) => [number, reason])).toEqual([
    [3, expect.stringContaining('JSON')],
    [4, expect.stringMatching(/\w+/)],
  ]);
});

it('what was not understood is counted by its reason, with the rows and the posts that they became', async () => {
  const mapping = byColumn(['title', 'link', 'imageUrl', 'category', 'duration']);
  const { id: sourceId } = await newSource({ mapping: { ...mapping, itemId: { columns: ['id'] } } });
  const row = (n: number, category: string, duration: string) => ({
    ...{ id: `odd-${n}`, title: `Odd ${n}`, link: `https://example.com/odd/${n}`, imageUrl: '/art/1.svg' },
    ...{ category, duration, rating: n === 2 ? '4.5' : '' },
  });
  const rows = [row(1, 'viral', '12:30'), row(2, 'spanish', 'ten'), row(3, 'spanish', '8:00'), 'no JSON'];
  const checked = await check(sourceId, rows);
  expect(checked).toMatchObject({
    checkedCounts: { new: 3, bad: 1 },
    incompleteRows: 2,
    unusedColumns: [{ name: 'rating', rows: 1 }],
  });
  const problems = [
    ['incomplete', 'There is no category “spanish”, so the post is in “english”.', 2, [2, 3]],
    ['incomplete', 'The duration “ten” cannot be read, so it is left out.', 1, [2]],
    ['bad', expect.stringContaining('JSON'), 1, [4]],
  ];
  const found = async () =>
    (await readProblems(db(), checked.id)).map(({ outcome, reason, rows, first }) => [outcome, reason, rows, first]);
  expect(await found()).toEqual(problems);
  await run(checked.id);
  expect(await found()).toEqual(problems);
  const listed = await rowsOf(checked.id, 'incomplete');
  expect(listed.map(({ title, videoId }) => [title, videoId])).toEqual([
    ['Odd 2', await postIdOf('Odd 2')],
    ['Odd 3', await postIdOf('Odd 3')],
  ]);
  expect(listed[0]?.reason).toBe(
    'There is no category “spanish”, so the post is in “english”. The duration “ten” cannot be read, so it is left out.',
  );
});

it('a WordPress export is refused with what to do instead, also by a source that reads XML', async () => {
  const format = { kind: 'xml' as const, encoding: 'utf-8', path: 'item' };
  const { id } = await newSource({ format });
  const feed = `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version>
    <item><title>Harbour</title><link>https://example.com/1</link><wp:post_type>attachment</wp:post_type></item></channel></rss>`;
  const checked = await check(id, Buffer.from(feed));
  expect(checked).toMatchObject({ state: 'failed', error: expect.stringContaining('Export the posts as CSV') });
  expect(checked.error).toContain('WordPress');
});

it('the run adds what the dry run said, with all that the row has', async () => {
  const { id } = await newSource();
  const date = '2025-03-04T05:06:07.000Z';
  const more = { description: 'Of rain.', tags: ['Rain', 'City lights'], stars: ['Ada Quill'], minutes: '12:30' };
  const imported = await importItems(id, [item('full', { ...more, views: 1200, date, source: 'Studio A' })]);
  expect(imported).toMatchObject({ state: 'finished', doneRows: 1, counts: { new: 1 } });
  expect(await post('Film full')).toMatchObject({
    link: 'https://example.com/films/full',
    imageUrl: 'https://example.com/images/full.jpg',
    description: 'Of rain.',
    tags: ['rain', 'city-lights'],
    performers: ['ada-quill'],
    minutes: 13,
    views: 1200,
    publishedAt: new Date(date),
    source: 'Studio A',
    state: 'published',
    version: 1,
  });
});

it('rows that were added lead to their posts until the import is undone', async () => {
  const { id: sourceId } = await newSource();
  const { id } = await importItems(sourceId, [item('led-1'), 'no JSON', item('led-2'), item('led-3'), item('led-4')]);
  const postsOf = async () => (await rowsOf(id, 'new')).map(({ title, videoId }) => [title, videoId]);
  const titles = [1, 2, 3, 4].map((n) => `Film led-${n}`);
  expect(await postsOf()).toEqual(await Promise.all(titles.map(async (title) => [title, await postIdOf(title)])));
  await undo(id);
  expect(await postsOf()).toEqual(titles.map((title) => [title, null]));
});

it('the same feed again changes nothing', async () => {
  const { id } = await newSource();
  const items = [item('again-1'), item('again-2', { tags: ['Rain'] }), item('again-3'), item('again-4')];
  await importItems(id, items);
  const again = await importItems(id, items);
  expect(again).toMatchObject({ checkedCounts: { same: 4, new: 0 }, counts: { same: 4, new: 0, duplicate: 0 } });
  expect((await post('Film again-2')).version).toBe(1);
});

it('a place that a row has in two spellings is one link, and the same feed again changes nothing', async () => {
  const column = (name: string) => ({ columns: [name] });
  const mapping = {
    itemId: column('id'),
    title: column('title'),
    link: column('link'),
    otherLinks: column('mirrors'),
    imageUrl: column('image'),
  };
  const { id } = await newSource({ mapping, policies: { updatedFields: ['otherLinks'] } });
  const mirrors = [
    'http://www.example.com/films/spelt/?ref=feed',
    'https://example.org/spelt',
    'https://example.org/spelt#t',
  ];
  const items = [item('spelt', { mirrors })];
  await importItems(id, items);
  expect((await post('Film spelt')).links).toEqual(['https://example.com/films/spelt', 'https://example.org/spelt']);
  expect((await importItems(id, items)).checkedCounts).toMatchObject({ same: 1, changed: 0 });
});

it('rows that lead where a post leads already are duplicates, however the link is written', async () => {
  const { id } = await newSource();
  const written = { title: 'By hand', imageUrl: '/art/1.svg', category: 'english' as const };
  const byHand = await addVideo(db(), system, { ...written, link: 'https://www.example.com/hand/?utm_source=x' });
  const deleted = await addVideo(db(), system, { ...written, title: 'Gone', link: 'https://example.com/gone' });
  await deleteVideo(db(), system, deleted.id, undefined);
  const other = await addVideo(db(), system, {
    ...written,
    title: 'Two links',
    link: 'https://example.com/one',
    otherLinks: ['https://example.com/two'],
  });
  const rows = [
    item('a', { link: 'http://example.com/hand' }),
    item('b', { link: 'https://example.com/gone/' }),
    item('c', { link: 'https://example.com/two' }),
  ];
  const checked = await check(id, rows);
  expect(checked.checkedCounts).toMatchObject({ duplicate: 3, new: 0 });
  expect((await rowsOf(checked.id, 'duplicate')).map(({ videoId, reason }) => [videoId, reason])).toEqual([
    [byHand.id, `Leads to the same place as post ${byHand.id}.`],
    [deleted.id, `Leads to the same place as the deleted post ${deleted.id}.`],
    [other.id, `Leads to the same place as post ${other.id}.`],
  ]);
  expect((await run(checked.id)).counts).toMatchObject({ duplicate: 3, new: 0 });
});

it('a feed that has an item twice adds it once, in one batch or in several', async () => {
  const { id } = await newSource();
  const items = [
    item('twice-1'),
    item('twice-2'),
    item('twice-1', { title: 'The same id', link: 'https://example.com/films/other' }),
    item('filler'),
    item('the same link', { link: 'https://example.com/films/twice-2#top' }),
    item('twice-1'),
  ];
  const checked = await check(id, items);
  expect(checked.checkedCounts).toMatchObject({ new: 3, duplicate: 3 });
  expect((await run(checked.id)).counts).toMatchObject({ new: 3, duplicate: 3, same: 0 });
  // Each row is what it was before: what was added is the same, what was left out is left out again.
  const again = await check(id, items);
  expect(again.checkedCounts).toMatchObject({ new: 0, duplicate: 3, same: 3 });
});

it('rows with prohibited terms are refused with the reason', async () => {
  const { id } = await newSource();
  const checked = await check(id, [item('fine'), item('bad', { title: 'Bestiality for all' })]);
  expect(checked.checkedCounts).toMatchObject({ new: 1, refused: 1 });
  expect(await rowsOf(checked.id, 'refused')).toMatchObject([
    { number: 2, title: 'Bestiality for all', reason: expect.stringContaining('may never be listed') },
  ]);
  await run(checked.id);
  await expect(postIdOf('Bestiality for all')).rejects.toThrow('0 posts');
});

it('a post that an admin has deleted is not added again', async () => {
  const { id } = await newSource();
  await importItems(id, [item('unwanted')]);
  await deleteVideo(db(), system, await postIdOf('Film unwanted'), undefined);
  const again = await check(id, [item('unwanted', { title: 'Under another title' })]);
  expect(again.checkedCounts).toMatchObject({ duplicate: 1, new: 0 });
  expect(await rowsOf(again.id, 'duplicate')).toMatchObject([{ reason: 'Its post was deleted on this site.' }]);
});

it('a source that does not add new posts adds none', async () => {
  const { id } = await newSource({ policies: { addNew: false } });
  const imported = await importItems(id, [item('not-wanted')]);
  expect(imported.counts).toMatchObject({ refused: 1, new: 0 });
});

it('two imports of one source take turns', async () => {
  const { id } = await newSource();
  const first = await check(id, [item('first')]);
  const second = await check(id, [item('second')]);
  await db()
    .updateTable('imports')
    .set({ state: 'running', started_at: new Date() })
    .where('id', '=', first.id)
    .execute();
  await expect(run(second.id)).rejects.toThrow('Another import of “Source');
  expect((await readImport(db(), second.id)).state).toBe('checked');
});
