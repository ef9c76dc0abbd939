import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishDue } from '#domain/posts/publish-due.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let visit: ReturnType<typeof callerOf>;
let username: string;
beforeAll(async () => {
  site = await startTestSite();
  const admin = await createSignedInAdmin(site, 'admin');
  username = admin.username;
  call = callerOf(site, admin.cookie);
  visit = callerOf(site);
});
afterAll(() => site.stop());

const post = {
  imageUrl: 'https://example.com/harbour.jpg',
  titel: 'Unseen harbour',
  link: 'https://example.com/watch/unseen',
  Category: 'viral',
  tags: ['unseen tag'],
  name: ['Unseen Star'],
};
const hourMs = 3_600_000;
const inAnHour = () => new Date(Date.now() + hourMs).toISOString();

const add = async (changes: object = {}) => {
  const response = await call('POST', '/postdata', { ...post, ...changes });
  expect(response.json()).toMatchObject({ success: true });
  return response.json().post;
};
const update = (id: string, changes: object) => call('PUT', `/updatepost/${id}`, changes);
const read = async (id: string) => (await call('GET', `/posts/${id}`)).json().post;
const text = async (url: string) => (await site.app.inject(url)).body;
const actions = async (id: string) =>
  (
    await site.database.db
      .selectFrom('audit_log')
      .select(['action', 'admin'])
      .where('entity', '=', 'video')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action, admin }) => `${admin} ${action}`);
const letTimePass = (ids: string[]) =>
  site.database.db
    .updateTable('videos')
    .set({ publish_at: new Date(Date.now() - hourMs) })
    .where('id', 'in', ids.map(Number))
    .execute();

describe('a post that is not published', () => {
  it.each([{ state: 'draft' }, { state: 'scheduled', publishAt: inAnHour() }])(
    'is seen by nobody but admins: %j',
    async (state) => {
      const { totalRecords, records } = (await visit('GET', '/getpostdata')).json();
      const stats = async () => (await call('GET', '/dashboard/stats')).json().stats;
      const before = await stats();
      const { _id } = await add(state);
      await site.index.waitUntilIndexed();
      expect((await visit('GET', '/getpostdata')).json()).toMatchObject({ totalRecords, records });
      expect((await visit('GET', '/getpostdata?search=title:unseen')).json().records).toEqual([]);
      expect((await visit('GET', '/tags/unseen-tag/posts')).json().totalRecords).toBe(0);
      expect((await visit('GET', '/pornstar/unseen-star')).json().totalRecords).toBe(0);
      expect((await visit('POST', `/getVideo/${_id}`)).statusCode).toBe(404);
      expect((await visit('POST', `/updateviews/${_id}`)).statusCode).toBe(404);
      expect((await visit('GET', '/suggest?q=unseen')).body).not.toContain('nseen');
      expect((await site.app.inject(`/video/${_id}`)).statusCode).toBe(404);
      for (const url of ['/new-content.rss', '/sitemap-videos-1.xml', '/sitemap-tags.xml', '/'])
        expect(await text(url)).not.toContain('nseen');
      expect(await stats()).toMatchObject({
        totalPosts: before.totalPosts,
        last7Days: { newPosts: before.last7Days.newPosts },
      });
      expect(await read(_id)).toMatchObject({ titel: post.titel, ...state, createdBy: username });
    },
  );

  it('answers 404, not 410, also after it is deleted: it never was to be seen', async () => {
    const { _id } = await add({ state: 'draft' });
    await call('DELETE', `/deletepost/${_id}`);
    expect((await visit('POST', `/getVideo/${_id}`)).statusCode).toBe(404);
  });

  it('may lack image and link as a draft, but neither a title nor, once it is scheduled or published, an image', async () => {
    const { _id } = await add({ state: 'draft', imageUrl: '', link: '' });
    for (const change of [{ state: 'published' }, { state: 'scheduled', publishAt: inAnHour() }]) {
      const refused = await update(_id, change);
      expect(refused.statusCode).toBe(400);
      expect(refused.json().fields).toEqual({ imageUrl: 'Enter an image URL.' });
    }
    expect((await update(_id, { titel: ' ' })).statusCode).toBe(400);
    expect(await read(_id)).toMatchObject({ state: 'draft', version: 1 });
    expect((await update(_id, { imageUrl: '/art/1.svg', state: 'published' })).statusCode).toBe(200);
    expect((await visit('POST', `/getVideo/${_id}`)).json().link).toBe('');
  });

  it.each([
    [{ state: 'scheduled' }, { publishAt: 'Choose when to publish the post.' }],
    [
      { state: 'scheduled', publishAt: '2026-01-01T00:00:00Z' },
      { publishAt: 'Choose a time in the future, or publish the post now.' },
    ],
    [{ publishAt: inAnHour() }, { publishAt: 'Only a scheduled post has a time of publication.' }],
    [
      { state: 'scheduled', publishAt: 'soon' },
      { publishAt: 'publishAt must be a time such as 2026-01-31T12:00:00Z.' },
    ],
    [{ state: 'hidden' }, { state: 'The state must be one of published, draft, scheduled.' }],
    [{ partner: '424242' }, { partner: 'There is no such network.' }],
  ])('%j is refused', async (changes, fields) => {
    const refused = await call('POST', '/postdata', { ...post, ...changes });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields).toEqual(fields);
  });

  it('is refused while a node of an older version serves, which would show it', async () => {
    const { pool } = site.database;
    const { _id } = await add();
    await pool.query(
      `insert into nodes (id, name, version, status, started_at, state)
       values (gen_random_uuid(), 'attic', '0.0.9', 'serving', now(), '{}')`,
    );
    try {
      const message =
        'The node attic still runs Marquee 0.0.9, which would show this post to visitors. Stop or upgrade it first.';
      const refusals = [
        await call('POST', '/postdata', { ...post, state: 'draft' }),
        await update(_id, { state: 'draft' }),
      ];
      for (const refused of refusals) expect(refused.json()).toMatchObject({ message, fields: { state: message } });
      expect((await call('POST', '/postdata', post)).statusCode).toBe(200);
    } finally {
      await pool.query(`delete from nodes where name = 'attic'`);
    }
    expect((await update(_id, { state: 'draft' })).statusCode).toBe(200);
  });
});

describe('publishing', () => {
  it('puts a draft on top of the newest posts, under its own entry of the audit log', async () => {
    const { _id } = await add({ state: 'draft' });
    await add({ titel: 'Later than the draft' });
    expect((await update(_id, { state: 'published' })).json().post).toMatchObject({ state: 'published' });
    await site.index.waitUntilIndexed();
    expect((await visit('GET', '/getnewVideos')).json().records[0]._id).toBe(_id);
    expect((await update(_id, { state: 'draft' })).json().post).toMatchObject({ state: 'draft' });
    await site.index.waitUntilIndexed();
    expect((await visit('GET', '/getnewVideos')).json().records[0]._id).not.toBe(_id);
    expect(await actions(_id)).toEqual([`${username} create`, `${username} publish`, `${username} unpublish`]);
  });

  it('again keeps the date of a post that was taken back for a while, and gives a scheduled one its own', async () => {
    const { _id, createdAt } = await add();
    await update(_id, { state: 'draft' });
    expect((await update(_id, { state: 'published' })).json().post.createdAt).toBe(createdAt);
    await update(_id, { state: 'scheduled', publishAt: inAnHour() });
    expect((await update(_id, { state: 'published' })).json().post.createdAt).toBe(createdAt);
    await update(_id, { state: 'scheduled', publishAt: inAnHour() });
    await letTimePass([_id]);
    await publishDue(site.database.db);
    const { createdAt: due } = await read(_id);
    expect(due).not.toBe(createdAt);
    await update(_id, { state: 'draft' });
    expect((await update(_id, { state: 'published' })).json().post.createdAt).toBe(due);
  });

  it('happens once for each scheduled post that is due, however many processes do it at once', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) ids.push((await add({ state: 'scheduled', publishAt: inAnHour() }))._id);
    const deleted = ids.pop() as string;
    const later = ids.pop() as string;
    await call('DELETE', `/deletepost/${deleted}`);
    await letTimePass([...ids, deleted]);
    const due = (
      await site.database.db
        .selectFrom('videos')
        .select('publish_at')
        .where('id', '=', Number(ids[0]))
        .executeTakeFirstOrThrow()
    ).publish_at;
    const { db } = site.database;
    await Promise.all([publishDue(db, { batchSize: 2 }), publishDue(db, { batchSize: 2 }), publishDue(db)]);
    await publishDue(db);
    for (const id of ids) {
      expect(await actions(id)).toEqual([`${username} create`, 'System publish']);
      expect(await read(id)).toMatchObject({ state: 'published', publishAt: null, version: 2 });
    }
    // Visitors see when it was to appear, also if no process was running then.
    expect((await read(ids[0] as string)).createdAt).toBe(due?.toISOString());
    expect(await read(later)).toMatchObject({ state: 'scheduled' });
    await site.index.waitUntilIndexed();
    expect((await visit('POST', `/getVideo/${ids[0]}`)).statusCode).toBe(200);
  });
});
