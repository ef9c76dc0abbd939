/** What a preview counts is what the bulk change then does. */
import { expect, it } from 'vitest';
import type { Change } from '#domain/bulk-changes/change.ts';
import { previewChange } from '#domain/bulk-changes/requested-change.ts';
import { openBulkChanges } from './open-bulk-changes.ts';

const { db, addVideos, change, nameRef } = openBulkChanges();

const many = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word}-${n}`);
const none = { unchanged: 0, full: 0, incomplete: 0, unrecorded: 0, drafts: 0, gone: 0 };
const publishAt = '2031-05-01T10:00:00.000Z';

/** Previews, then runs: both must come to the same. */
const previewAndRun = async (wanted: Change, ids: number[]) => {
  const preview = await previewChange(db(), wanted, ids);
  const { total, changed, skipped } = await change(wanted, ids);
  expect({ total: preview.total, changed: preview.changes, skipped: total - changed - preview.unchanged }).toEqual({
    total,
    changed,
    skipped,
  });
  return preview;
};

it('of added tags: posts that have them, would have too many, or are deleted', async () => {
  const ids = await addVideos({ tags: ['rain'] }, {}, { tags: many('tag', 99) }, { tags: many('tag', 98) }, {});
  await change({ kind: 'delete' }, ids.slice(-1));
  const tags = [await nameRef('tags', 'rain'), await nameRef('tags', 'neon')];
  const preview = await previewAndRun({ kind: 'addTags', tags }, ids);
  expect(preview).toEqual({ ...none, total: 5, changes: 3, full: 1, gone: 1 });
  const again = await previewAndRun({ kind: 'addTags', tags }, ids);
  expect(again).toEqual({ ...none, total: 5, changes: 0, unchanged: 3, full: 1, gone: 1 });
});

it('of added stars: posts that would have too many', async () => {
  const ids = await addVideos({ performers: many('star', 50) }, { performers: many('star', 49) });
  const performers = [await nameRef('performers', 'one-more')];
  const preview = await previewAndRun({ kind: 'addPerformers', performers }, ids);
  expect(preview).toEqual({ ...none, total: 2, changes: 1, full: 1 });
});

it('of removed tags: posts that have none of them, however many others they have', async () => {
  const ids = await addVideos({ tags: many('tag', 100) }, { tags: ['b'] });
  const preview = await previewAndRun({ kind: 'removeTags', tags: [await nameRef('tags', 'tag-7')] }, ids);
  expect(preview).toEqual({ ...none, total: 2, changes: 1, unchanged: 1 });
});

it.each<Change>([
  { kind: 'setState', state: 'published' },
  { kind: 'setState', state: 'scheduled', publishAt },
])('of posts to show: those without an image', async (wanted) => {
  const ids = await addVideos({}, {}, {});
  await change({ kind: 'setState', state: 'draft' }, ids);
  await db()
    .updateTable('videos')
    .set({ image_url: '' })
    .where('id', '=', ids[0] as number)
    .execute();
  await change(wanted, ids.slice(2));
  const preview = await previewAndRun(wanted, ids);
  expect(preview).toEqual({ ...none, total: 3, changes: 1, unchanged: 1, incomplete: 1 });
});

it('of posts to publish: one that visitors see already is not skipped, whatever it lacks', async () => {
  const ids = await addVideos({});
  await db()
    .updateTable('videos')
    .set({ image_url: '' })
    .where('id', '=', ids[0] as number)
    .execute();
  const preview = await previewAndRun({ kind: 'setState', state: 'published' }, ids);
  expect(preview).toEqual({ ...none, total: 1, changes: 0, unchanged: 1 });
});

it('of posts to delete and to restore: those that are not there', async () => {
  const ids = await addVideos({}, {});
  expect(await previewAndRun({ kind: 'delete' }, ids.slice(1))).toEqual({ ...none, total: 1, changes: 1 });
  expect(await previewAndRun({ kind: 'delete' }, ids)).toEqual({ ...none, total: 2, changes: 1, gone: 1 });
  expect(await previewAndRun({ kind: 'restore' }, [...ids, 999_999])).toEqual({
    ...none,
    total: 3,
    changes: 2,
    gone: 1,
  });
});
