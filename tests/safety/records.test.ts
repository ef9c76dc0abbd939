/** Records of posts: who sees them, what publishing and restoring ask of them, and which posts lack them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishDue } from '#domain/posts/publish-due.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';
import { finishedBulkChange } from './finished-bulk-change.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let visit: ReturnType<typeof callerOf>;
let main: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  main = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
  visit = callerOf(site);
});
afterAll(() => site.stop());

const records = {
  source: 'Zephyrarchive of the harbour',
  rightsHolder: 'Zephyrholder Ltd',
  consent: 'Zephyrconsent, signed and kept in folder 7',
  recordDate: '2026-03-31',
};
const post = { imageUrl: '/art/1.svg', link: '', Category: 'viral' };

let made = 0;
const tryToAdd = (changes: object = {}) =>
  call('POST', '/postdata', { ...post, titel: `Recorded harbour ${++made}`, ...changes });
const add = async (changes: object = {}) => {
  const response = await tryToAdd(changes);
  expect(response.json()).toMatchObject({ success: true });
  return response.json().post;
};
const update = (id: string, changes: object) => call('PUT', `/updatepost/${id}`, changes);
const read = async (id: string) => (await call('GET', `/posts/${id}`)).json().post;
const require = async (requireRecords: boolean) =>
  expect((await main('PUT', '/settings', { requireRecords })).statusCode).toBe(200);

describe('records', () => {
  it('are saved with a post, changed one by one, and part of its history', async () => {
    const { _id, version } = await add(records);
    expect(await read(_id)).toMatchObject(records);
    const changed = (await update(_id, { consent: '  Renewed  ', version })).json().post;
    expect(changed).toMatchObject({ ...records, consent: 'Renewed', version: version + 1 });
    expect((await update(_id, { source: 'Other', version })).statusCode).toBe(409);
    expect((await update(_id, { recordDate: null, version: version + 1 })).json().post.recordDate).toBeNull();
    const { entries } = (await call('GET', `/audit?entity=video&entityId=${_id}`)).json();
    expect(entries[1]).toMatchObject({ before: { consent: records.consent }, after: { consent: 'Renewed' } });
  });

  it('reach no visitor: not by calls, pages, feeds or sitemaps', async () => {
    const { _id, titel } = await add({
      ...records,
      titel: 'Zephyrless harbour',
      tags: ['recorded'],
      name: ['Rec Star'],
    });
    await site.index.waitUntilIndexed();
    const bodies = await Promise.all([
      visit('POST', `/getVideo/${_id}`),
      visit('GET', '/getpostdata?limit=100'),
      visit('GET', '/tags/recorded/posts'),
      visit('GET', '/pornstar/rec-star'),
      visit('GET', '/suggest?q=zephyr'),
      visit('GET', '/settings'),
      ...[
        '/',
        `/video/${_id}`,
        '/tag/recorded',
        '/search?q=zephyrless',
        '/new-content.rss',
        '/sitemap-videos-1.xml',
      ].map((url) => site.app.inject(url)),
    ]);
    expect(bodies.some(({ body }) => body.includes(titel))).toBe(true);
    for (const { body } of bodies)
      for (const secret of [
        'Zephyrarchive',
        'Zephyrholder',
        'Zephyrconsent',
        '2026-03-31',
        'rightsHolder',
        'requireRecords',
      ])
        expect(body).not.toContain(secret);
  });

  it.each([
    [{ recordDate: '2026-02-30' }, 'The date of the records must be a day such as 2026-01-31.'],
    [{ recordDate: '0000-01-01' }, 'The date of the records must be a day such as 2026-01-31.'],
    [{ source: 'x'.repeat(501) }, 'The source may have at most 500 characters.'],
    [{ consent: 'a\u0000b' }, 'The consent statement must not contain control characters or invalid Unicode.'],
  ])('are refused if they are wrong: %j', async (wrong, message) => {
    const response = await tryToAdd(wrong);
    expect([response.statusCode, response.json().message]).toEqual([400, message]);
  });
});

describe('where records are required', () => {
  beforeEach(() => require(true));

  it('a post without them is neither published nor scheduled, and the answer names what is missing', async () => {
    const wanted = { source: records.source, consent: ' ', recordDate: records.recordDate };
    const response = await tryToAdd(wanted);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      message:
        'Before this post can be published, its records need a rights holder or records custodian and a consent statement.',
      fields: { rightsHolder: 'Enter a rights holder or records custodian.', consent: 'Enter a consent statement.' },
    });
    const { _id } = await add({ ...wanted, state: 'draft' });
    const publishAt = new Date(Date.now() + 3_600_000).toISOString();
    for (const state of [{ state: 'published' }, { state: 'scheduled', publishAt }])
      expect((await update(_id, state)).json().fields).toHaveProperty('consent');
    expect((await update(_id, { state: 'published', ...records })).statusCode).toBe(200);
  });

  it('what is published already stays, can be edited, and must not lose what it has', async () => {
    await require(false);
    const bare = await add();
    const whole = await add(records);
    await require(true);
    expect((await update(bare._id, { titel: 'Edited without records' })).json().post.state).toBe('published');
    expect((await update(bare._id, { source: records.source })).statusCode).toBe(200);
    expect((await update(whole._id, { consent: '' })).json().fields).toEqual({ consent: 'Enter a consent statement.' });
    expect((await visit('POST', `/getVideo/${bare._id}`)).statusCode).toBe(200);
  });

  it('a scheduled post waits for its records, and is published once it has them', async () => {
    await require(false);
    const publishAt = new Date(Date.now() + 3_600_000).toISOString();
    const { _id } = await add({ state: 'scheduled', publishAt });
    await require(true);
    await site.database.db
      .updateTable('videos')
      .set({ publish_at: new Date(Date.now() - 1000) })
      .where('id', '=', Number(_id))
      .execute();
    await publishDue(site.database.db);
    expect((await read(_id)).state).toBe('scheduled');
    expect((await update(_id, records)).statusCode).toBe(200);
    await publishDue(site.database.db);
    expect((await read(_id)).state).toBe('published');
  });
});

describe('the posts that lack records', () => {
  it('are listed and counted by what is missing, network and site, in every state', async () => {
    await require(false);
    const network = {
      name: 'Recorded net',
      url: 'https://net.example.com',
      category: 'adult',
      description: '',
      logo: '',
    };
    const partner = (await call('POST', '/networks', network)).json().network?._id;
    const link = (n: number) => `https://records.example.com/${n}`;
    const none = await add({ link: link(1), partner });
    const some = await add({ link: link(2), partner, ...records, consent: '' });
    await add({ link: link(3), partner, ...records });
    const draft = await add({ link: link(4), partner, ...records, recordDate: null, state: 'draft' });
    await site.index.waitUntilIndexed();
    const list = async (query: string) =>
      (await call('GET', `/posts?host=records.example.com&${query}`))
        .json()
        .records.map(({ _id }: { _id: string }) => _id);
    expect(await list('without=records')).toEqual([some._id, none._id]);
    expect(await list('without=consent')).toEqual([some._id, none._id]);
    expect(await list(`without=source&partner=${partner}`)).toEqual([none._id]);
    expect(await list('without=source&partner=999999')).toEqual([]);
    expect(await list('without=recordDate&state=draft')).toEqual([draft._id]);
    const counts = { records: 2, source: 1, rightsHolder: 1, consent: 2, recordDate: 1 };
    expect((await call('GET', '/records/missing?host=records.example.com')).json()).toMatchObject(counts);
    await update(none._id, records);
    await site.index.waitUntilIndexed();
    expect((await call('GET', `/records/missing?partner=${partner}`)).json()).toMatchObject({ records: 1, source: 0 });
  });
});

describe('a post without the records that are required by now', () => {
  beforeEach(() => require(false));
  afterAll(() => require(false));

  /** One without records, and one that has them. */
  const addBoth = async () => [(await add({ source: 'S', consent: 'C' }))._id, (await add(records))._id] as const;
  const statesOf = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await read(id)).state));
  const remove = (id: string) => call('DELETE', `/deletepost/${id}`, {});

  const finish = (id: string) => finishedBulkChange(call, id);
  const change = async (ids: readonly string[], change: object) =>
    finish((await call('POST', '/bulk-changes', { ids, change })).json().bulkChange._id);
  const undo = async ({ _id }: { _id: string }) => {
    expect((await call('POST', `/bulk-changes/${_id}/undo`)).statusCode).toBe(200);
    return finish(_id);
  };

  it('restoring it makes a draft, and the answer says why', async () => {
    const posts = await addBoth();
    for (const post of posts) await remove(post);
    await require(true);
    const answers = [];
    for (const post of posts) answers.push((await call('POST', `/deleted/posts/${post}/restore`, {})).json().message);
    expect(answers).toEqual([
      'The post came back as a draft. Before this post can be published, its records need a rights holder or records custodian and a date.',
      undefined,
    ]);
    expect(await statesOf(posts)).toEqual(['draft', 'published']);
  });

  it('restoring many makes drafts of those without, which the preview counts and undoing takes back', async () => {
    const posts = await addBoth();
    for (const post of posts) await remove(post);
    await require(true);
    const body = { ids: posts, change: { kind: 'restore' } };
    expect((await call('POST', '/bulk-changes/preview', body)).json().preview).toMatchObject({ changes: 2, drafts: 1 });
    const restored = await change(posts, body.change);
    expect(await statesOf(posts)).toEqual(['draft', 'published']);
    await undo(restored);
    await require(false);
    await change(posts, body.change);
    expect(await statesOf(posts)).toEqual(['published', 'published']);
  });

  it('undoing a bulk deletion makes drafts of them', async () => {
    const posts = await addBoth();
    const deleted = await change(posts, { kind: 'delete' });
    await require(true);
    expect(await undo(deleted)).toMatchObject({ undone: 2 });
    expect(await statesOf(posts)).toEqual(['draft', 'published']);
  });

  it('undoing a bulk change to drafts leaves them alone, and says what they lack', async () => {
    const posts = await addBoth();
    const drafts = await change(posts, { kind: 'setState', state: 'draft' });
    await require(true);
    expect(await undo(drafts)).toMatchObject({ undone: 1, notUndone: 1 });
    expect(await statesOf(posts)).toEqual(['draft', 'published']);
    expect((await call('GET', `/bulk-changes/${drafts._id}/skipped`)).json().posts).toMatchObject([
      { _id: posts[0], reason: 'incomplete', missing: ['rightsHolder', 'recordDate'] },
    ]);
  });
});
