/** A run does not look again at rows that its dry run found unchanged, unless something has happened in between. */
import { expect, it } from 'vitest';
import { item, openImports } from './open-imports.ts';

const { newSource, check, run, importItems, undo, post, postIdOf } = openImports();

const updatesTitles = { policies: { updatedFields: ['title' as const] } };

it('of a feed with one change, the run changes one post and counts the others as the dry run did', async () => {
  const { id } = await newSource(updatesTitles);
  const items = Array.from({ length: 20 }, (_, n) => item(`many-${n}`));
  await importItems(id, items);
  const changed = items.with(13, item('many-13', { title: 'Film many-13, longer' }));
  const counts = { same: 19, changed: 1, new: 0, duplicate: 0, bad: 0 };
  expect(await importItems(id, changed)).toMatchObject({ checkedCounts: counts, counts, doneRows: 20 });
  expect(await post('Film many-13, longer')).toMatchObject({ version: 2 });
});

it('a row that another import has changed since the dry run is changed back', async () => {
  const { id } = await newSource(updatesTitles);
  await importItems(id, [item('back')]);
  const { id: checked } = await check(id, [item('back')]);
  await importItems(id, [item('back', { title: 'In between' })]);
  expect((await run(checked)).counts).toMatchObject({ changed: 1, same: 0 });
  expect(await post('Film back')).toMatchObject({ version: 3 });
});

it('a row whose import was undone since the dry run is added again', async () => {
  const { id } = await newSource();
  const first = await importItems(id, [item('undone')]);
  const { id: checked } = await check(id, [item('undone')]);
  await undo(first.id);
  expect((await run(checked)).counts).toMatchObject({ new: 1, same: 0 });
  expect(await postIdOf('Film undone')).toBeGreaterThan(0);
});

it('of two rows of one item, the second is left out by the run as by the dry run', async () => {
  const { id } = await newSource(updatesTitles);
  await importItems(id, [item('two')]);
  const rows = [item('two'), item('two', { title: 'Another title' })];
  const counts = { same: 1, duplicate: 1, changed: 0 };
  expect(await importItems(id, rows)).toMatchObject({ checkedCounts: counts, counts });
  expect(await post('Film two')).toMatchObject({ version: 1 });
});
