/** Every video is a few clicks from the home page: by computation over all lists, and by walking the archive. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asRendered, crawlDepths } from '../../bench/support/crawl-depth.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ seedDemo: true });
});
afterAll(() => site.stop());

const linksOf = async (path: string) => {
  const html = await (await fetch(site.url + path)).text();
  return [...html.matchAll(/<a [^>]*?href="(\/[^"#]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
};
const idOf = (path: string) => Number(/^\/video\/(\d+)/.exec(path)?.[1]);

it('every video of the demo is within 6 clicks', () => {
  const depths = crawlDepths(site.index, asRendered);
  expect(depths.size).toBe(site.index.size);
  expect(Math.max(...depths.values())).toBeLessThanOrEqual(6);
});

describe('the archive', () => {
  it('leads from the footer of the home page to every video, within 6 clicks', async () => {
    const found = new Set<number>();
    const known = new Set(['/']);
    let wave = ['/'];
    for (let clicks = 1; clicks <= 6; clicks++) {
      const links: string[] = [];
      // One after the other: more at once would be refused.
      for (const path of wave) links.push(...(await linksOf(path)));
      for (const link of links) if (link.startsWith('/video/')) found.add(idOf(link));
      wave = [...new Set(links)].filter((link) => link.startsWith('/archive') && !known.has(link));
      for (const path of wave) known.add(path);
    }
    expect(found.size).toBe(site.index.size);
  });

  it('has pages for the years, months and days with videos alone', async () => {
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

  it('is there and says so while there are no videos', async () => {
    const empty = await startTestSite();
    try {
      const response = await fetch(`${empty.url}/archive`);
      expect(response.status).toBe(200);
      expect(await response.text()).toContain('No videos found.');
    } finally {
      await empty.stop();
    }
  });

  it('shows a new video on its day', async () => {
    const [video] = (await (await fetch(`${site.url}/api/getnewVideos?limit=1`)).json()).records;
    const path = `/archive/${video.createdAt.slice(0, 10).replaceAll('-', '/')}`;
    expect((await linksOf(path)).map(idOf)).toContain(Number(video._id));
  });
});

it('a long list links to pages at doubled distances', async () => {
  const links = await linksOf('/');
  for (const page of [2, 3, 5, 9, 17, 33, 65]) expect(links).toContain(`/${page}`);
});
