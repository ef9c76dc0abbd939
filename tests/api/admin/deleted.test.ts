import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeletedKind } from '#contract/values/record-kinds.ts';
import { purgeDeleted } from '#domain/deleted/deleted-records.ts';
import { deletedKinds } from '#domain/directory/directory.ts';
import { endFreeDays, remindOfLastDay } from '#domain/partners/submissions.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let visit: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  visit = callerOf(site);
});
afterAll(() => site.stop());

const day = 24 * 3600 * 1000;
const post = { imageUrl: '/art/1.svg', titel: 'Rooftop', link: 'https://example.com/roof', Category: 'viral' };

const addPost = async (name: string[]) => (await call('POST', '/postdata', { ...post, name })).json().post;
const addStar = async (name: string) => (await call('POST', '/stars', { name })).json().star;
const starsOf = async (id: string) => (await visit('POST', `/getVideo/${id}`)).json().name;
const restore = (kind: string, id: string, body?: object) => call('POST', `/deleted/${kind}/${id}/restore`, body);
const deleted = async (kind: string) => (await call('GET', `/deleted/${kind}`)).json();

const callsOf = (kind: DeletedKind) =>
  kind === 'posts'
    ? { path: '/postdata', edit: '/updatepost', remove: '/deletepost', list: '/posts' }
    : { path: `/${kind}`, edit: `/${kind}`, remove: `/${kind}`, list: `/${kind}` };

const url = 'https://example.com/row';
const kinds: [
  kind: DeletedKind,
  key: string,
  body: object,
  shown: Record<'name' | 'image' | 'url' | 'category', string>,
][] = [
  ['posts', 'post', post, { name: 'Rooftop', image: '/art/1.svg', url: post.link, category: 'viral' }],
  [
    'stars',
    'star',
    { name: 'Tess Ardwyn', image: '/art/performer/1.svg', category: 'indian' },
    { name: 'Tess Ardwyn', image: '/art/performer/1.svg', url: '', category: 'indian' },
  ],
  [
    'networks',
    'network',
    { name: 'Lantern Row', url, logo: '/art/logo/1.svg' },
    { name: 'Lantern Row', image: '/art/logo/1.svg', url, category: 'adult' },
  ],
  [
    'channels',
    'channel',
    { name: 'Blue Hour', url, thumbnail: '/art/3.svg' },
    { name: 'Blue Hour', image: '/art/3.svg', url, category: 'adult' },
  ],
  ['terabox', 'link', { title: 'Full reel', url }, { name: 'Full reel', image: '', url, category: 'videos' }],
];

/** What messages call one of each kind. */
const words: Record<string, string> = {
  posts: 'video',
  stars: 'star',
  networks: 'network',
  channels: 'channel',
  terabox: 'TeraBox link',
};

describe.each(kinds)('deleted %s', (kind, key, body, shown) => {
  const { path, edit, remove, list } = callsOf(kind);
  const add = async () => (await call('POST', path, body)).json()[key];
  const listed = async () => {
    const answer = (await call('GET', list)).json();
    return answer.records ?? answer.stars ?? answer;
  };
  const addDeleted = async () => {
    const record = await add();
    await call('DELETE', `${remove}/${record._id}`);
    return record._id;
  };

  it('disappear from their list, cannot be changed, and are restored unchanged', async () => {
    const record = await add();
    const isIt = (one: { _id: string }) => one._id === record._id;
    const before = await listed();
    const [shownBefore] = before.filter(isIt);
    expect(shownBefore).toMatchObject(record);
    expect((await call('DELETE', `${remove}/${record._id}`)).statusCode).toBe(200);
    expect(await listed()).toEqual(before.filter((one: { _id: string }) => !isIt(one)));
    const gone = { success: false, message: `This ${words[kind]} no longer exists.` };
    for (const late of [
      await call('PUT', `${edit}/${record._id}`, body),
      await call('DELETE', `${remove}/${record._id}`),
    ])
      expect([late.statusCode, late.json()]).toEqual([404, gone]);
    const found = await deleted(kind);
    expect(found.pagination).toEqual({ currentPage: 1, totalPages: 1, totalCount: 1 });
    expect(found.records).toEqual([{ _id: record._id, ...shown, version: 2, deletedAt: expect.any(String) }]);

    expect((await restore(kind, record._id)).json()).toEqual({ success: true, _id: record._id });
    const [back] = (await listed()).filter(isIt);
    expect(back).toEqual({ ...shownBefore, version: 3, ...(back.updatedAt ? { updatedAt: back.updatedAt } : {}) });
    expect((await deleted(kind)).records).toEqual([]);
    const again = await restore(kind, record._id);
    expect([again.statusCode, again.json().message]).toEqual([404, `There is no such deleted ${words[kind]}.`]);
    await call('DELETE', `${remove}/${record._id}`);
  });

  it('are not found for an unknown id, however long', async () => {
    const id = '9'.repeat(18);
    const calls = [call('PUT', `${edit}/${id}`, body), call('DELETE', `${remove}/${id}`), restore(kind, id)];
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404]);
  });

  it('are not restored from an older version', async () => {
    const id = await addDeleted();
    expect((await restore(kind, id, { version: 2 })).statusCode).toBe(200);
    await call('DELETE', `${remove}/${id}`);
    const stale = await restore(kind, id, { version: 2 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json().current).toEqual({ _id: id, ...shown, version: 4, deletedAt: expect.any(String) });
  });

  it('are removed permanently after 30 days', async () => {
    const [old, young] = [await addDeleted(), await addDeleted()];
    const { table } = deletedKinds[kind];
    const { db } = site.database;
    const setDeleted = (id: string, ago: number) =>
      db
        .updateTable(table)
        .set({ deleted_at: new Date(Date.now() - ago * day) })
        .where('id', '=', Number(id))
        .execute();
    await setDeleted(old, 31);
    await setDeleted(young, 29);
    expect(await purgeDeleted(db)).toBe(1);
    expect((await restore(kind, old)).statusCode).toBe(404);
    const purges = await db.selectFrom('audit_log').selectAll().where('action', '=', 'purge').orderBy('id').execute();
    expect(purges.at(-1)).toMatchObject({
      admin: 'System',
      entity: deletedKinds[kind].entity,
      entity_id: old,
      before: { name: shown.name },
    });
    expect((await restore(kind, young)).statusCode).toBe(200);
  });
});

describe('the list of deleted records', () => {
  it('is paged, most recently deleted first', async () => {
    const earlier = (await deleted('terabox')).pagination.totalCount;
    const ids: string[] = [];
    for (const title of ['One', 'Two', 'Three']) {
      const { link } = (await call('POST', '/terabox', { title, url: 'https://example.com' })).json();
      await call('DELETE', `/terabox/${link._id}`);
      ids.unshift(link._id);
    }
    const page = async (at: number) => (await call('GET', `/deleted/terabox?limit=2&page=${at}`)).json();
    const [first, second] = [await page(1), await page(2)];
    const found = [...first.records, ...second.records].map(({ _id }) => _id);
    expect(found.slice(0, 3)).toEqual(ids);
    const totalCount = earlier + 3;
    expect(second.pagination).toEqual({ currentPage: 2, totalPages: Math.ceil(totalCount / 2), totalCount });
  });
});

describe('a deleted star', () => {
  it('is hidden from videos, lists, searches and its own URL until it is restored', async () => {
    const video = await addPost(['Ines Calloway', 'Oda Marsh', 'Wren Tallis']);
    const star = (await call('GET', '/stars?search=marsh')).json().stars[0];
    const names = async () => {
      const { pornstars } = (await visit('GET', '/pornstars')).json();
      return pornstars.map(({ name }: { name: string }) => name);
    };
    const found = async () => (await visit('GET', '/getpostdata?search=oda+marsh')).json().records.length;
    const images = async () =>
      Object.keys((await visit('POST', '/pornstars/images', { names: ['oda-marsh'] })).json().images);
    const newStars = async () => (await call('GET', '/dashboard/stats')).json().stats.last7Days.newStars;
    const starsThisWeek = await newStars();
    await call('PUT', `/stars/${star._id}`, { image: '/art/performer/2.svg' });
    await call('DELETE', `/stars/${star._id}`);
    expect(await starsOf(video._id)).toEqual(['ines-calloway', 'wren-tallis']);
    expect(await names()).not.toContain('oda-marsh');
    expect(await found()).toBe(0);
    expect(await images()).toEqual([]);
    expect(await newStars()).toBe(starsThisWeek - 1);
    expect((await visit('GET', '/suggest?q=oda+marsh')).json().suggestions).toEqual([]);

    await restore('stars', star._id);
    expect(await starsOf(video._id)).toEqual(['ines-calloway', 'oda-marsh', 'wren-tallis']);
    expect(await names()).toContain('oda-marsh');
    expect(await found()).toBe(1);
    expect(await images()).toEqual(['oda-marsh']);
    expect(await newStars()).toBe(starsThisWeek);
  });

  it('is restored on a video whose other stars have changed since', async () => {
    const video = await addPost(['Juno Valdane', 'Mara Quillane']);
    const star = (await call('GET', '/stars?search=juno')).json().stars[0];
    await call('DELETE', `/stars/${star._id}`);
    await call('PUT', `/updatepost/${video._id}`, { name: ['Mara Quillane', 'Petra Lowell'] });
    expect(await starsOf(video._id)).toEqual(['mara-quillane', 'petra-lowell']);
    await restore('stars', star._id);
    expect((await starsOf(video._id)).toSorted()).toEqual(['juno-valdane', 'mara-quillane', 'petra-lowell']);
  });

  it('frees its name, and cannot be restored while another star has it', async () => {
    const first = await addStar('Nell Corbin');
    await call('DELETE', `/stars/${first._id}`);
    const video = await addPost(['Nell Corbin']);
    expect(await starsOf(video._id)).toEqual(['nell-corbin']);
    // Written last, so that a lookup by name would find it last.
    await site.database.pool.query('update performers set updated_at = now() where id = $1', [first._id]);
    const second = (await call('GET', '/stars?search=nell')).json().stars[0];
    expect(second._id).not.toBe(first._id);
    const refused = await restore('stars', first._id);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toBe('Another star has this name now. Rename or delete it first.');
    await call('PUT', `/stars/${second._id}`, { name: 'Nell Corbyn' });
    expect((await restore('stars', first._id)).statusCode).toBe(200);
    expect(await starsOf(video._id)).toEqual(['nell-corbyn']);
  });

  it('can be deleted and restored while posts with it are saved', async () => {
    const star = await addStar('Ada Fenwick');
    const videos = await Promise.all(Array.from({ length: 6 }, () => addPost(['Ada Fenwick'])));
    const saves = videos.map(({ _id }, n) =>
      call('PUT', `/updatepost/${_id}`, { name: n % 2 ? ['Ada Fenwick', 'Ines Calloway'] : ['Ines Calloway'] }),
    );
    const turns = [
      call('DELETE', `/stars/${star._id}`),
      restore('stars', star._id),
      call('DELETE', `/stars/${star._id}`),
    ];
    const statuses = (await Promise.all([...saves, ...turns])).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(new Set(statuses.slice(0, saves.length))).toEqual(new Set([200]));
  });
});

describe('a deleted network', () => {
  const submission = {
    name: 'Night Ferry',
    url: 'https://example.com/ferry',
    email: 'ferry@example.com',
    submitted_at: new Date(),
  };
  const insert = async (values: object) => {
    const { id } = await site.database.db
      .insertInto('partners')
      .values({ ...submission, ...values })
      .returning('id')
      .executeTakeFirstOrThrow();
    return String(id);
  };

  it('is hidden from visitors until it is restored', async () => {
    const { network } = (await call('POST', '/networks', { name: 'Paper Moon', url: 'https://example.com' })).json();
    const seen = async () =>
      (await visit('GET', '/find-website')).json().some((one: { webName: string }) => one.webName === 'Paper Moon');
    expect(await seen()).toBe(true);
    await call('DELETE', `/networks/${network._id}`);
    expect(await seen()).toBe(false);
    await restore('networks', network._id);
    expect(await seen()).toBe(true);
  });

  it('is not listed as waiting, cannot be decided on and gets no email', async () => {
    const waiting = await insert({});
    await call('DELETE', `/networks/${waiting}`);
    expect((await call('GET', '/submissions')).json().submissions).toEqual([]);
    expect((await call('GET', '/dashboard/stats')).json().stats.waitingSubmissions).toBe(0);
    expect((await call('POST', `/submissions/${waiting}/approve`)).statusCode).toBe(404);

    const now = new Date();
    const ending = { active: true, approved_at: now, free_until: new Date(now.getTime() + day / 2) };
    await call('DELETE', `/networks/${await insert(ending)}`);
    const { db } = site.database;
    expect(
      await remindOfLastDay(db, { siteName: 'Marquee', siteUrl: 'https://example.com', lifetimePrice: '$5' }),
    ).toBe(0);
    expect(await endFreeDays(db, new Date(now.getTime() + 2 * day))).toBe(0);
  });

  it('is purged with its uploaded logo, unless another network uses the same one or it was uploaded again today', async () => {
    const { db } = site.database;
    const longAgo = new Date(Date.now() - 31 * day);
    const nameOf = (digit: number) => `logos/${String(digit).repeat(32)}.webp`;
    const [own, shared, again, unrelated] = [nameOf(0), nameOf(1), nameOf(2), nameOf(3)];
    const content = Buffer.from('a logo');
    await db
      .insertInto('uploads')
      .values([own, shared, unrelated].map((name) => ({ name, content, created_at: longAgo })))
      .execute();
    await db.insertInto('uploads').values({ name: again, content }).execute();
    for (const logo of [`/uploads/${own}`, `/uploads/${shared}`, `/uploads/${again}`, `elsewhere${unrelated}`])
      await insert({ logo, deleted_at: longAgo });
    await insert({ logo: `/uploads/${shared}` });
    expect(await purgeDeleted(db)).toBe(4);
    const left = await db.selectFrom('uploads').select('name').orderBy('name').execute();
    expect(left.map(({ name }) => name)).toEqual([shared, again, unrelated]);
  });
});
