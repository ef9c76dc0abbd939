/** Every video is a few clicks from the home page: by computation over all lists, and by walking the archive. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asRendered, crawlDepths } from '../../bench/support/crawl-depth.ts';
import { addVideo } from '../support/catalogue.ts';
import { sharedDemo } from '../support/public-site.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

const demo = sharedDemo();

const linksOf = async (path: string, at: Pick<TestSite, 'url'> = demo.site) => {
  const html = await (await fetch(at.url + path)).text();
  return [...html.matchAll(/<a [^>]*?href="(\/[^"#]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
};
const isDay = (path: string) => /^\/archive\/\d+\/\d+\/\d+$/.test(path);
const idOf = (path: string) => Number(/^\/video\/(\d+)/.exec(path)?.[1]);

it('every video of the demo is within 6 clicks', () => {
  const depths = crawlDepths(demo.site.index, asRendered);
  expect(depths.size).toBe(demo.site.index.size);
  expect(Math.max(...depths.values())).toBeLessThanOrEqual(6);
});

describe('the archive', () => {
  let small: TestSite;
  beforeAll(async () => {
    small = await startTestSite();
  });
  afterAll(() => small.stop());

  it('is there and says so while there are no videos, and then leads from the home page to every one, within 6 clicks', async () => {
    const response = await fetch(`${small.url}/archive`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('No videos found.');

    const days = ['2023-12-31', '2024-01-01', '2024-01-01', '2024-01-31', '2024-11-05', '2024-11-06', '2024-11-06'];
    const ids = [];
    for (const day of days) ids.push(await addVideo(small.database.db, { publishedAt: new Date(`${day}T12:00:00Z`) }));
    await small.index.waitUntilIndexed();
    const found = new Set<number>();
    const known = new Set(['/']);
    let wave = ['/'];
    for (let clicks = 1; clicks <= 6; clicks++) {
      const links = new Set<string>();
      for (const path of wave) {
        const linked = await linksOf(path, small);
        for (const link of linked) links.add(link);
        // Pages of days alone: the home page of so few videos has them all.
        if (isDay(path)) for (const link of linked) if (link.startsWith('/video/')) found.add(idOf(link));
      }
      wave = [...links].filter((link) => link.startsWith('/archive') && !known.has(link));
      for (const path of wave) known.add(path);
    }
    expect([...found].sort()).toEqual(ids.sort());
  });

  it('has pages for the years, months and days with videos alone', async () => {
    const { site } = demo;
    const [month] = site.index.archiveMonths();
    const [day] = site.index.archiveDays(month?.period ?? '');
    const pathOf = (period = '') => `/archive/${period.replaceAll('-', '/')}`;
    const statusOf = async (path: string) => (await fetch(site.url + path)).status;
    for (const path of ['/archive', pathOf(month?.period.slice(0, 4)), pathOf(month?.period), pathOf(day?.period)])
      expect(await statusOf(path), path).toBe(200);
    for (const path of [
      '/archive/1999',
      '/archive/1999/12',
      '/archive/1999/12/31',
      '/archive/2026/13',
      '/archive/x',
      '/archive?page=2',
    ])
      expect(await statusOf(path), path).toBe(404);
    expect(await statusOf(`${pathOf(day?.period)}?page=99`)).toBe(404);
    expect(await linksOf('/')).toContain('/archive');
  });

  it('shows a new video on its day', async () => {
    const [video] = (await demo.get('/getnewVideos?limit=1')).records;
    const path = `/archive/${video.createdAt.slice(0, 10).replaceAll('-', '/')}`;
    expect((await linksOf(path)).map(idOf)).toContain(Number(video._id));
  });
});

it('a long list links to pages at doubled distances', async () => {
  const links = await linksOf('/');
  for (const page of [2, 3, 5, 9, 17, 33, 65]) expect(links).toContain(`/${page}`);
});
