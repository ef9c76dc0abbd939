/** What each kind of bulk change does to posts, and that undoing it leaves them as they were. */
import { describe, expect, it } from 'vitest';
import { readBulkChange } from '#domain/bulk-changes/bulk-changes.ts';
import type { Change } from '#domain/bulk-changes/change.ts';
import { openBulkChanges } from './open-bulk-changes.ts';

const { db, database, addVideos, start, runAll, change, undo, nameRef, read, versionOf } = openBulkChanges();

interface Case {
  name: string;
  change: () => Promise<Change>;
  /** What becomes of a post with tags a and b, performer x, category english, published. */
  expected: Record<string, unknown>;
}

const publishAt = '2031-05-01T10:00:00.000Z';
const names = (table: 'tags' | 'performers', ...slugs: string[]) =>
  Promise.all(slugs.map((slug) => nameRef(table, slug)));

const cases: Case[] = [
  {
    name: 'adds tags after those it has',
    change: async () => ({ kind: 'addTags', tags: await names('tags', 'rain', 'a', 'neon') }),
    expected: { tags: ['a', 'b', 'rain', 'neon'] },
  },
  {
    name: 'removes tags',
    change: async () => ({ kind: 'removeTags', tags: await names('tags', 'a', 'rain') }),
    expected: { tags: ['b'] },
  },
  {
    name: 'replaces tags in their place',
    change: async () => ({
      kind: 'replaceTags',
      from: await names('tags', 'a', 'q'),
      to: await nameRef('tags', 'new'),
    }),
    expected: { tags: ['new', 'b'] },
  },
  {
    name: 'replaces a tag by one that the post has already',
    change: async () => ({ kind: 'replaceTags', from: await names('tags', 'a'), to: await nameRef('tags', 'b') }),
    expected: { tags: ['b'] },
  },
  {
    name: 'replaces a tag by none',
    change: async () => ({ kind: 'replaceTags', from: await names('tags', 'a'), to: null }),
    expected: { tags: ['b'] },
  },
  {
    name: 'adds stars',
    change: async () => ({ kind: 'addPerformers', performers: await names('performers', 'y') }),
    expected: { performers: ['x', 'y'] },
  },
  {
    name: 'removes stars',
    change: async () => ({ kind: 'removePerformers', performers: await names('performers', 'x') }),
    expected: { performers: [] },
  },
  {
    name: 'replaces stars',
    change: async () => ({
      kind: 'replacePerformers',
      from: await names('performers', 'x'),
      to: await nameRef('performers', 'y'),
    }),
    expected: { performers: ['y'] },
  },
  {
    name: 'sets the category',
    change: async () => ({ kind: 'setCategory', category: 'viral' }),
    expected: { category: 'viral' },
  },
  {
    name: 'makes drafts',
    change: async () => ({ kind: 'setState', state: 'draft' }),
    expected: { state: 'draft' },
  },
  {
    name: 'schedules',
    change: async () => ({ kind: 'setState', state: 'scheduled', publishAt }),
    expected: { state: 'scheduled', publish_at: new Date(publishAt) },
  },
  { name: 'deletes', change: async () => ({ kind: 'delete' }), expected: { deleted_at: expect.any(Date) } },
];

const facts = { tags: ['a', 'b'], performers: ['x'] };

describe.each(cases)('$name', ({ change: changeOf, expected }) => {
  it('each of the posts once, and can be undone', async () => {
    const ids = await addVideos(facts, facts, facts, { ...facts, title: 'Not selected' });
    const [other] = ids.splice(3) as [number];
    const before = await Promise.all(ids.map(read));
    const otherBefore = [await read(other), await versionOf(other)];
    const done = await change(await changeOf(), ids);
    expect(done).toMatchObject({ state: 'finished', total: 3, done: 3, changed: 3, skipped: 0, isUndoable: true });
    for (const [at, id] of ids.entries()) {
      expect(await read(id)).toEqual({ ...before[at], ...expected });
      expect(await versionOf(id)).toBe(2);
    }
    expect([await read(other), await versionOf(other)]).toEqual(otherBefore);
    const undone = await undo(done);
    expect(undone).toMatchObject({ state: 'undone', undone: 3, notUndone: 0, isUndoable: false });
    expect(await Promise.all(ids.map(read))).toEqual(before);
    expect(await Promise.all(ids.map(versionOf))).toEqual([3, 3, 3]);
  });
});

it('sets a partner, and gives back the one before', async () => {
  const [first, second] = await db()
    .insertInto('partners')
    .values(['One', 'Two'].map((name) => ({ name, url: 'https://example.com' })))
    .returning(['id', 'name'])
    .execute();
  if (!first || !second) throw new Error('no partners');
  const [id] = (await addVideos({})) as [number];
  await change({ kind: 'setPartner', partner: first }, [id]);
  const done = await change({ kind: 'setPartner', partner: second }, [id]);
  expect((await read(id)).partner_id).toBe(second.id);
  await undo(done);
  expect((await read(id)).partner_id).toBe(first.id);
});

it('publishes now, and gives back the time for which a post was scheduled', async () => {
  const ids = await addVideos({});
  await db().updateTable('videos').set({ state: 'draft' }).where('id', 'in', ids).execute();
  const scheduled = await change({ kind: 'setState', state: 'scheduled', publishAt }, ids);
  expect(scheduled.changed).toBe(1);
  const [id] = ids as [number];
  const before = await read(id);
  const published = await change({ kind: 'setState', state: 'published' }, ids);
  expect(await read(id)).toMatchObject({ state: 'published', publish_at: null });
  expect((await read(id)).published_at).not.toEqual(before.published_at);
  await undo(published);
  expect(await read(id)).toEqual(before);
});

it('publishes again with the date that visitors knew, and gives it back when that is undone', async () => {
  const [id] = (await addVideos({ publishedAt: new Date('2026-03-01T12:00:00Z') })) as [number];
  const before = await read(id);
  await change({ kind: 'setState', state: 'draft' }, [id]);
  const published = await change({ kind: 'setState', state: 'published' }, [id]);
  expect(await read(id)).toEqual(before);
  await undo(published);
  await change({ kind: 'setState', state: 'published' }, [id]);
  expect(await read(id)).toEqual(before);
});

it('restores deleted posts and skips others', async () => {
  const ids = await addVideos({}, {});
  const [first = 0] = ids;
  await change({ kind: 'delete' }, [first]);
  const before = await read(first);
  const restored = await change({ kind: 'restore' }, ids);
  expect(restored).toMatchObject({ changed: 1, skipped: 1 });
  expect((await read(first)).deleted_at).toBe(null);
  await undo(restored);
  expect(await read(first)).toEqual(before);
});

it('gives no new version to a post that is as wanted already', async () => {
  const ids = await addVideos({ tags: ['rain'] }, {});
  const tags = await names('tags', 'rain');
  expect(await change({ kind: 'addTags', tags }, ids)).toMatchObject({ done: 2, changed: 1, skipped: 0 });
  expect(await Promise.all(ids.map(versionOf))).toEqual([1, 2]);
});

it('skips posts that have as many tags as a post may have', async () => {
  const many = Array.from({ length: 100 }, (_, n) => `many-${n}`);
  const ids = await addVideos({ tags: many }, { tags: many.slice(0, 99) });
  const tags = await names('tags', 'one-more');
  expect(await change({ kind: 'addTags', tags }, ids)).toMatchObject({ changed: 1, skipped: 1 });
  expect((await read(ids[0] as number)).tags).toHaveLength(100);
});

it('a change is started although its row is locked just then, as by a second press of a button', async () => {
  const [id] = await addVideos({});
  const { id: changeId } = await start({ kind: 'addTags', tags: await names('tags', 'locked') }, [id as number]);
  const client = await database().owner.pool.connect();
  await client.query('begin');
  await client.query('select from bulk_changes where id = $1 for update', [changeId]);
  const done = runAll();
  const waiting = async () => {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount;
  };
  await expect.poll(waiting).toBe(1);
  await client.query('rollback');
  client.release();
  await done;
  expect(await readBulkChange(db(), changeId)).toMatchObject({ state: 'finished', changed: 1 });
});
