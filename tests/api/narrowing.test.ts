/** Sorting and narrowing of lists: the parameters of every call that lists videos. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VideoList } from '#contract/videos.ts';
import { addVideo } from '../support/catalogue.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

const hourMs = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hourMs);

let site: TestSite;
const ids: Record<string, string> = {};
const add = async (name: string, facts: Parameters<typeof addVideo>[1]) => {
  ids[name] = String(await addVideo(site.database.db, { title: `Harbour ${name}`, ...facts }));
};

beforeAll(async () => {
  site = await startTestSite();
  await add('old', { minutes: 45, publishedAt: ago(24 * 400), tags: ['boats'], category: 'viral', views: 5 });
  await add('month', { minutes: 9, publishedAt: ago(24 * 20), tags: ['boats', 'rain'], performers: ['ada-river'] });
  await add('week', { minutes: 30, publishedAt: ago(24 * 3), tags: ['boats', 'rain'], category: 'indian', views: 9 });
  await add('today', {
    minutes: null,
    publishedAt: ago(2),
    tags: ['boats'],
    performers: ['ada-river'],
    category: 'indian',
  });
  await site.index.waitUntilIndexed({ views: true });
});
afterAll(() => site.stop());

const get = async (path: string) => (await site.app.inject(`/api${path}`)).json() as VideoList;
const namesIn = async (path: string) => {
  const { records } = await get(path);
  return records.map(({ titel }) => titel.replace('Harbour ', ''));
};

describe('sorting and narrowing', () => {
  it.each([
    ['', ['today', 'week', 'month', 'old']],
    ['sort=longest', ['old', 'week', 'month', 'today']],
    ['sort=popular', ['week', 'old', 'today', 'month']],
    ['duration=short', ['month']],
    ['duration=medium', ['week']],
    ['duration=long', ['old']],
    ['age=day', ['today']],
    ['age=week', ['today', 'week']],
    ['age=month', ['today', 'week', 'month']],
    ['age=year', ['today', 'week', 'month']],
    ['with=rain', ['week', 'month']],
    ['with=rain,performer:ada-river', ['month']],
    ['with=Rain,%20performer:Ada%20River', ['month']],
    ['without=rain', ['today', 'old']],
    ['without=rain,performer:ada-river', ['old']],
    ['category=indian&without=performer:ada-river', ['week']],
    ['with=rain&without=rain', []],
    ['with=unknown', []],
    ['with=performer:boats', []],
    ['without=unknown', ['today', 'week', 'month', 'old']],
    ['hide=rain', ['today', 'old']],
    ['hide=performer:ada-river', ['week', 'old']],
    ['hide=ada-river', ['today', 'week', 'month', 'old']],
    ['hide=boats,unknown', []],
    ['with=,,,,', ['today', 'week', 'month', 'old']],
    ['sort=&duration=&age=&with=&without=&category=', ['today', 'week', 'month', 'old']],
    ['sort=longest&age=month&with=boats', ['week', 'month', 'today']],
  ])('?%s', async (query, expected) => {
    expect(await namesIn(`/getpostdata?${query}`)).toEqual(expected);
    expect(await namesIn(`/tags/boats/posts?${query}`)).toEqual(expected);
  });

  it('applies to the other lists, which keep their own order without a sort', async () => {
    expect(await namesIn('/getpopularVideos?age=month')).toEqual(['week', 'today', 'month']);
    expect(await namesIn('/getpopularVideos?age=month&sort=newest')).toEqual(['today', 'week', 'month']);
    expect(await namesIn('/getindians?without=rain')).toEqual(['today']);
    expect(await namesIn('/getindians?category=viral')).toEqual([]);
    expect(await namesIn('/pornstar/ada-river?duration=short')).toEqual(['month']);
    expect(await namesIn('/pornstar/ada-river?category=indian')).toEqual(['today']);
    expect(await namesIn('/getpostdata?search=harbour&with=rain&sort=longest')).toEqual(['week', 'month']);
  });
});

describe('facets', () => {
  it('are only sent when they are wanted', async () => {
    expect(await get('/getpostdata')).not.toHaveProperty('facets');
  });

  it('count every narrower list, and name what is selected', async () => {
    const { facets } = await get('/tags/boats/posts?facets=true&duration=short&without=performer:ida-brook');
    expect(facets).toEqual({
      durations: { short: 1, medium: 1, long: 1 },
      ages: { day: 0, week: 0, month: 1, year: 1 },
      categories: { english: 1, indian: 0, hijabi: 0, viral: 0 },
      tags: [],
      performers: [],
      names: { 'performer:ida-brook': 'Ida Brook' },
      unknownNames: { 'performer:ida-brook': [] },
    });
  });

  it('promise what the narrower list then has', async () => {
    for (const path of [
      '/getpostdata?',
      '/tags/boats/posts?',
      '/getpostdata?search=harbour&',
      '/getindians?age=week&',
    ]) {
      const { facets } = await get(`${path}facets=true`);
      if (!facets) throw new Error('No facets');
      const total = async (query: string) => (await get(path + query)).totalRecords;
      for (const [duration, count] of Object.entries(facets.durations))
        expect(await total(`duration=${duration}`)).toBe(count);
      for (const [category, count] of Object.entries(facets.categories ?? {}))
        expect(await total(`category=${category}`)).toBe(count);
      for (const { slug, count } of facets.tags) expect(await total(`with=${slug}`)).toBe(count);
      for (const { slug, count } of facets.performers) expect(await total(`with=performer:${slug}`)).toBe(count);
    }
  });

  it('leave out the categories of a list that is one of a category', async () => {
    expect((await get('/getindians?facets=true')).facets).not.toHaveProperty('categories');
  });
});

describe('names that the catalogue does not have', () => {
  const unknownIn = async (query: string) => (await get(`/getnewVideos?facets=true&${query}`)).facets?.unknownNames;

  it('are said, with similar ones', async () => {
    expect(await unknownIn('with=boast,rain&without=performer:ada-rivre,nothing-alike')).toEqual({
      boast: [{ ref: 'boats', name: 'boats' }],
      'performer:ada-rivre': [{ ref: 'performer:ada-river', name: 'ada river' }],
      'nothing-alike': [],
    });
  });

  it('are not those of performers that were typed like tags', async () => {
    const { facets, records } = await get('/getnewVideos?facets=true&with=ada%20river');
    expect(facets?.unknownNames).toBeUndefined();
    expect(facets?.names).toEqual({ 'ada-river': 'ada river' });
    expect(facets?.resolvedNames).toEqual({ 'ada-river': 'performer:ada-river' });
    expect(records.length).toBe(2);
  });
});

describe('what a visitor hides', () => {
  it('is left out of totals and counts, also single videos', async () => {
    const { records, totalRecords, facets } = await get(`/getnewVideos?facets=true&hide=video:${ids.week},video:99`);
    expect(records.map(({ _id }) => _id)).toEqual([ids.today, ids.month, ids.old]);
    expect(totalRecords).toBe(3);
    expect(facets?.durations).toEqual({ short: 1, medium: 0, long: 1 });
  });

  it('is left out of related videos', async () => {
    const related = async (hide: string) => {
      const { records, totalRecords } = await get(`/relatedpostData?search=rain&exclude=${ids.old}&hide=${hide}`);
      return { ids: records.map(({ _id }) => _id), totalRecords };
    };
    expect(await related('')).toEqual({ ids: [ids.week, ids.month], totalRecords: 2 });
    expect(await related('performer:ada-river')).toEqual({ ids: [ids.week], totalRecords: 1 });
    expect(await related(`video:${ids.week}`)).toEqual({ ids: [ids.month], totalRecords: 1 });
  });

  it('is refused if it is too much, or no list', async () => {
    for (const hide of [Array.from({ length: 201 }, (_, at) => `video:${at + 1}`).join(), '🙂']) {
      const response = await site.app.inject(`/api/getnewVideos?hide=${encodeURIComponent(hide)}`);
      expect(response.statusCode).toBe(400);
    }
  });
});
