/** Changing many posts at once through the API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let username: string;
beforeAll(async () => {
  site = await startTestSite();
  const admin = await createSignedInAdmin(site, 'admin');
  username = admin.username;
  call = callerOf(site, admin.cookie);
});
afterAll(() => site.stop());

const addVideos = async (count: number, tags: string[]) => {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push(String(await addVideo(site.database.db, { tags })));
  await site.index.waitUntilIndexed();
  return ids;
};
const ended = async (id: string) => {
  const read = async () => (await call('GET', `/bulk-changes/${id}`)).json().bulkChange;
  await expect.poll(async () => (await read()).state).not.toMatch(/ing$/);
  return read();
};
const start = async (body: object) => ended((await call('POST', '/bulk-changes', body)).json().bulkChange._id);
const undo = async ({ _id }: { _id: string }) => {
  expect((await call('POST', `/bulk-changes/${_id}/undo`)).statusCode).toBe(200);
  return ended(_id);
};
const tagsOf = async (id: string) => {
  await site.index.waitUntilIndexed();
  return (await call('POST', `/getVideo/${id}`)).json().tags;
};

describe('a bulk change', () => {
  it('of all posts that a filter matches is previewed, done and undone', async () => {
    const [first = '', ...rest] = await addVideos(5, ['harbour']);
    await addVideos(1, ['elsewhere']);
    await call('PUT', `/updatepost/${first}`, { tags: ['harbour', 'Night Rain'] });
    await site.index.waitUntilIndexed();
    const body = { filter: { tag: 'harbour' }, change: { kind: 'addTags', tags: ['Night Rain'] } };
    const { preview } = (await call('POST', '/bulk-changes/preview', body)).json();
    expect(preview).toEqual({
      total: 5,
      changes: 4,
      unchanged: 1,
      full: 0,
      incomplete: 0,
      unrecorded: 0,
      drafts: 0,
      gone: 0,
    });
    const done = await start(body);
    expect(done).toMatchObject({
      admin: username,
      change: { kind: 'addTags', tags: ['Night Rain'] },
      byFilter: true,
      state: 'finished',
      total: 5,
      done: 5,
      changed: 4,
      isUndoable: true,
    });
    for (const id of [first, ...rest]) expect(await tagsOf(id)).toEqual(['harbour', 'night-rain']);
    expect(await undo(done)).toMatchObject({ state: 'undone', undone: 4, notUndone: 0 });
    expect(await tagsOf(first)).toEqual(['harbour', 'night-rain']);
    for (const id of rest) expect(await tagsOf(id)).toEqual(['harbour']);
  });

  it('leaves alone what somebody has changed since when it is undone, and says which', async () => {
    const [kept = '', undone = ''] = await addVideos(2, ['quay']);
    const done = await start({ ids: [kept, undone], change: { kind: 'removeTags', tags: ['quay'] } });
    await call('PUT', `/updatepost/${kept}`, { titel: 'Edited since' });
    expect(await undo(done)).toMatchObject({ state: 'undone', undone: 1, notUndone: 1 });
    expect([await tagsOf(kept), await tagsOf(undone)]).toEqual([[], ['quay']]);
    const { posts } = (await call('GET', `/bulk-changes/${done._id}/skipped`)).json();
    expect(posts).toEqual([{ _id: kept, titel: 'Edited since', isDeleted: false, reason: 'changed', missing: [] }]);
  });

  it('can be undone after a later one that was undone', async () => {
    const ids = await addVideos(2, ['mole']);
    const first = await start({ ids, change: { kind: 'addTags', tags: ['first'] } });
    const second = await start({ ids, change: { kind: 'addTags', tags: ['second'] } });
    expect(await undo(second)).toMatchObject({ undone: 2, notUndone: 0 });
    expect(await undo(first)).toMatchObject({ undone: 2, notUndone: 0 });
    expect(await tagsOf(ids[0] ?? '')).toEqual(['mole']);
  });

  it('is one line of the audit log, and so is undoing it', async () => {
    const ids = await addVideos(3, []);
    const { _id } = await start({ ids, change: { kind: 'setCategory', Category: 'viral' } });
    await undo({ _id });
    const lines = await site.database.db
      .selectFrom('audit_log')
      .select(['admin', 'action', 'entity', 'before', 'after'])
      .where('entity', 'in', ['bulk_change', 'video'])
      .where('entity_id', 'in', [_id, ...ids])
      .orderBy('id')
      .execute();
    const change = { kind: 'setCategory', category: 'viral' };
    expect(lines.filter(({ entity }) => entity === 'bulk_change')).toEqual([
      { admin: username, action: 'create', entity: 'bulk_change', before: null, after: { change, posts: 3 } },
      { admin: username, action: 'undo', entity: 'bulk_change', before: { change, posts: 3 }, after: null },
    ]);
    expect(lines.filter(({ entity }) => entity === 'video')).toEqual([]);
  });

  it('makes an edit that started before it a conflict', async () => {
    const ids = await addVideos(1, []);
    await start({ ids, change: { kind: 'addTags', tags: ['late'] } });
    const edit = await call('PUT', `/updatepost/${ids[0]}`, { titel: 'Mine', version: 1 });
    expect(edit.statusCode).toBe(409);
  });
});

describe('setting the publish state of many posts', () => {
  const stateOf = async (id: string) => (await call('GET', `/posts/${id}`)).json().post.state;
  const publish = { kind: 'setState', state: 'published' };

  it('publishes those with an image, and lists those without one', async () => {
    const ids: string[] = [];
    for (const imageUrl of ['/art/1.svg', '', '/art/2.svg']) {
      const draft = { titel: 'Unfinished pier', link: '', Category: 'viral', state: 'draft', imageUrl };
      ids.push((await call('POST', '/postdata', draft)).json().post._id);
    }
    const { preview } = (await call('POST', '/bulk-changes/preview', { ids, change: publish })).json();
    expect(preview).toMatchObject({ changes: 2, incomplete: 1 });
    const done = await start({ ids, change: publish });
    expect(done).toMatchObject({ state: 'finished', changed: 2, skipped: 1 });
    expect(await Promise.all(ids.map(stateOf))).toEqual(['published', 'draft', 'published']);
    const { posts } = (await call('GET', `/bulk-changes/${done._id}/skipped`)).json();
    const skipped = { titel: 'Unfinished pier', isDeleted: false, reason: 'incomplete', missing: ['image'] };
    expect(posts).toEqual([{ _id: ids[1], ...skipped }]);
  });

  it('is refused for drafts while a node of an older version serves, and so is undoing that they were published', async () => {
    const ids = await addVideos(1, []);
    await start({ ids, change: { kind: 'setState', state: 'draft' } });
    const published = await start({ ids, change: publish });
    const { pool } = site.database;
    await pool.query(
      `insert into nodes (id, name, version, status, started_at, state)
       values (gen_random_uuid(), 'attic', '0.0.9', 'serving', now(), '{}')`,
    );
    try {
      const draft = { ids, change: { kind: 'setState', state: 'draft' } };
      const refusals = [
        await call('POST', '/bulk-changes/preview', draft),
        await call('POST', '/bulk-changes', draft),
        await call('POST', `/bulk-changes/${published._id}/undo`),
      ];
      for (const refused of refusals) {
        expect(refused.statusCode).toBe(400);
        expect(refused.json().message).toMatch(/^The node attic still runs Marquee 0\.0\.9/);
      }
      expect(await stateOf(ids[0] ?? '')).toBe('published');
    } finally {
      await pool.query(`delete from nodes where name = 'attic'`);
    }
    expect(await undo(published)).toMatchObject({ state: 'undone', undone: 1 });
  });
});

it('bulk changes of two admins on the same posts are both done; undoing the first leaves alone what the second changed', async () => {
  const other = await createSignedInAdmin(site, 'admin');
  const callOther = callerOf(site, other.cookie);
  const ids = await addVideos(4, ['pontoon']);
  const shared = ids.slice(2);
  const first = await start({ ids, change: { kind: 'addTags', tags: ['by-first'] } });
  const answers = await Promise.all([
    call('POST', '/bulk-changes', { ids, change: { kind: 'setCategory', Category: 'viral' } }),
    callOther('POST', '/bulk-changes', { ids: shared, change: { kind: 'addTags', tags: ['by-second'] } }),
  ]);
  const [mine, theirs] = await Promise.all(answers.map((answer) => ended(answer.json().bulkChange._id)));
  expect([mine, theirs]).toMatchObject([
    { admin: username, state: 'finished', changed: 4 },
    { admin: other.username, state: 'finished', changed: 2 },
  ]);
  for (const id of shared) expect(await tagsOf(id)).toEqual(['pontoon', 'by-first', 'by-second']);
  await undo(mine);
  expect(await undo(first)).toMatchObject({ undone: 2, notUndone: 2 });
  const { posts } = (await call('GET', `/bulk-changes/${first._id}/skipped`)).json();
  expect(posts.map(({ _id }: { _id: string }) => _id)).toEqual(shared);
  for (const id of shared) expect(await tagsOf(id)).toEqual(['pontoon', 'by-first', 'by-second']);
});

describe('a request that makes no sense', () => {
  const refusals: [what: string, body: object, message: string][] = [
    ['neither ids nor filter', { change: { kind: 'delete' } }, 'Send either the ids of posts or a filter.'],
    ['no tags', { ids: ['1'], change: { kind: 'addTags', tags: [] } }, 'Enter at least one tag.'],
    ['an unknown tag', { ids: ['1'], change: { kind: 'removeTags', tags: ['Zzz'] } }, 'There is no tag “Zzz”.'],
    ['no category', { ids: ['1'], change: { kind: 'setCategory' } }, 'Choose a category.'],
    ['an unknown network', { ids: ['1'], change: { kind: 'setPartner', partner: '9' } }, 'There is no such network.'],
    [
      'a time in the past',
      { ids: ['1'], change: { kind: 'setState', state: 'scheduled', publishAt: '2001-01-01T00:00:00Z' } },
      'Choose a time in the future.',
    ],
    ['a filter that nothing matches', { filter: { tag: 'none' }, change: { kind: 'delete' } }, 'No posts match.'],
  ];
  it.each(refusals)('%s is refused with a sentence', async (_, body, message) => {
    for (const path of ['/bulk-changes', '/bulk-changes/preview']) {
      const answer = await call('POST', path, body);
      expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    }
  });

  it('more posts one by one than can be sent is refused', async () => {
    const ids = Array.from({ length: 5001 }, (_, n) => String(n + 1));
    const answer = await call('POST', '/bulk-changes', { ids, change: { kind: 'delete' } });
    expect(answer.statusCode).toBe(400);
  });
});
