/** The lists of drafts and scheduled posts, page by page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postSorts } from '#contract/values/posts.ts';
import { addVideo } from '../../support/catalogue.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;

const titles = ['Maple pier', 'Birch pier', 'Ash pier', 'Willow quay', 'Cedar pier', 'Elm quay', 'Larch pier'];
const ids: number[] = [];

beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  for (const [n, title] of titles.entries())
    ids.push(
      await addVideo(site.database.db, {
        ...{ title, minutes: n % 3, views: n % 2, tags: n % 2 === 0 ? ['own'] : [] },
        publishedAt: new Date(Date.UTC(2026, 2, 20 - n)),
      }),
    );
  await site.database.db.updateTable('videos').set({ state: 'draft' }).where('id', 'in', ids).execute();
  await site.index.waitUntilIndexed();
});
afterAll(() => site.stop());

const list = async (query: Record<string, string>) => {
  const response = await call('GET', `/posts?${new URLSearchParams({ state: 'draft', ...query })}`);
  expect(response.statusCode, response.body).toBe(200);
  const { records, currentPage, totalPages, totalRecords } = response.json();
  const found = records.map(({ titel }: { titel: string }) => titel) as string[];
  return { titles: found, currentPage, totalPages, totalRecords };
};

describe('drafts', () => {
  it.each(
    postSorts.flatMap((sort) => [
      { sort, direction: 'asc' },
      { sort, direction: 'desc' },
    ]),
  )('are the same page by page as at once, sorted by $sort $direction', async (sorting) => {
    const whole = await list({ ...sorting, limit: '100' });
    const pages = await Promise.all(['1', '2', '3'].map((page) => list({ ...sorting, page, limit: '3' })));
    expect(pages.flatMap((page) => page.titles)).toEqual(whole.titles);
    expect(whole.titles.toSorted()).toEqual(titles.toSorted());
    for (const page of pages) expect(page).toMatchObject({ totalPages: 3, totalRecords: 7 });
  });

  it('are sorted by when they were added, by title, and by number', async () => {
    expect((await list({ limit: '2', page: '2' })).titles).toEqual(['Ash pier', 'Willow quay']);
    expect((await list({ sort: 'title', direction: 'asc', limit: '2', page: '2' })).titles).toEqual([
      'Cedar pier',
      'Elm quay',
    ]);
    expect((await list({ sort: 'number', direction: 'desc', limit: '2' })).titles).toEqual(['Larch pier', 'Elm quay']);
  });

  it.each<[Record<string, string>, Awaited<ReturnType<typeof list>>]>([
    [
      { page: '9999', limit: '3' },
      { titles: ['Larch pier'], currentPage: 3, totalPages: 3, totalRecords: 7 },
    ],
    [
      { page: '9999', limit: '3', search: 'pier' },
      { titles: ['Cedar pier', 'Larch pier'], currentPage: 2, totalPages: 2, totalRecords: 5 },
    ],
    [
      { page: '2', limit: '1', tag: 'own', search: 'pi', sort: 'title', direction: 'desc' },
      { titles: ['Larch pier'], currentPage: 2, totalPages: 4, totalRecords: 4 },
    ],
    [
      { page: '5', limit: '3', tag: 'nothing' },
      { titles: [], currentPage: 1, totalPages: 0, totalRecords: 0 },
    ],
  ])('of %j show the last page there is, and the total', async (query, expected) => {
    expect(await list(query)).toEqual(expected);
  });

  it('are found by their number, in a page of one', async () => {
    const answer = await list({ search: `#${ids[3]}`, limit: '1', page: '4' });
    expect(answer).toEqual({ titles: ['Willow quay'], currentPage: 1, totalPages: 1, totalRecords: 1 });
  });
});
