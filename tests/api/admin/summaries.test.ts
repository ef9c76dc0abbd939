import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let visit: ReturnType<typeof callerOf>;
const moments = ['2024-01-05T10:00:00.000Z', '2024-03-05T10:00:00.000Z', '2024-02-05T10:00:00.000Z'];

beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  visit = callerOf(site);
  const { db } = site.database;
  for (const moment of moments)
    await addVideo(db, { publishedAt: new Date(moment), tags: ['boats'], performers: ['isla-torven'] });
  await addVideo(db, {
    publishedAt: new Date('2024-04-01T00:00:00Z'),
    tags: ['arcade'],
    performers: ['mara-quillane'],
  });
  await db.insertInto('tags').values({ slug: 'unused', name: 'Unused' }).execute();
  await site.index.waitUntilIndexed();
});
afterAll(() => site.stop());

const used = { firstUsed: moments[0], lastUpdated: moments[1] };

describe('summaries of tags and stars', () => {
  it('show admins the exact count, first and last use', async () => {
    const { summaries, tags, pagination } = (await call('GET', '/tags?use=all&limit=1000')).json();
    expect(summaries).toEqual([
      { _id: 'boats', name: 'boats', count: 3, ...used },
      {
        _id: 'arcade',
        name: 'arcade',
        count: 1,
        firstUsed: '2024-04-01T00:00:00.000Z',
        lastUpdated: '2024-04-01T00:00:00.000Z',
      },
      { _id: 'unused', name: 'Unused', count: 0, firstUsed: null, lastUpdated: null },
    ]);
    expect(tags).toEqual(['boats', 'arcade', 'unused']);
    expect(pagination).toEqual({ currentPage: 1, totalPages: 1, totalCount: 3 });
    const { pornstars } = (await call('GET', '/pornstars?limit=20')).json();
    expect(pornstars[0]).toEqual({
      name: 'isla-torven',
      count: 3,
      firstAppearance: moments[0],
      lastUpdated: moments[1],
    });
  });

  it('can be paged, searched, sorted and filtered by letter', async () => {
    const ids = async (query: string) =>
      (await call('GET', `/tags?use=all&${query}`)).json().summaries.map((one: { _id: string }) => one._id);
    expect(await ids('sort=name')).toEqual(['arcade', 'boats', 'unused']);
    expect(await ids('limit=1&page=2')).toEqual(['arcade']);
    expect(await ids('search=oat')).toEqual(['boats']);
    const stars = (await call('GET', '/pornstars?letter=M&limit=20')).json();
    expect(stars.pornstars.map((star: { name: string }) => star.name)).toEqual(['mara-quillane']);
    expect(stars.pagination.totalCount).toBe(1);
  });

  it('are hidden from visitors, as are unused tags', async () => {
    const tags = (await visit('GET', '/tags?limit=1000')).json();
    expect(tags.summaries).toBeUndefined();
    expect(tags.tags).toEqual(['boats', 'arcade']);
    expect((await visit('GET', '/pornstars')).json().pornstars[0]).toEqual({ name: 'isla-torven' });
  });
});

describe('long lists', () => {
  it('are for admins only', async () => {
    expect((await visit('GET', '/getpostdata?limit=1000')).statusCode).toBe(400);
    const response = await call('GET', '/getpostdata?limit=5000');
    expect(response.json().totalRecords).toBe(4);
    expect(response.headers['cache-control']).toBe('no-store');
  });
});
