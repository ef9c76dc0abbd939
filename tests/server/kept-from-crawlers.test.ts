/** Each kind of page is kept out of search engines in one way: a crawler that may not fetch a page cannot read what it says. */
import { describe, expect, it } from 'vitest';
import { readRobotsRules } from '#domain/fetching/robots-rules.ts';
import { publicScreens } from '../support/public-screens.ts';
import { sharedDemo } from '../support/public-site.ts';

const demo = sharedDemo();

const headOf = async (path: string) => {
  const $ = await demo.read(path);
  const canonical = $('link[rel=canonical]').attr('href') ?? '';
  return {
    isFetched: readRobotsRules(await demo.html('/robots.txt'), 'Marquee').isAllowed(demo.site.config.siteUrl + path),
    robots: $('meta[name=robots]').attr('content'),
    canonical: canonical.slice(demo.site.config.siteUrl.length) || '/',
  };
};

describe('a page that is not to be listed', () => {
  it.each(publicScreens)('is kept out in one way, or not at all: %s', async (path) => {
    const { isFetched, robots, canonical } = await headOf(path);
    if (!isFetched) return expect(robots).toBeUndefined();
    expect(robots).toMatch(/^(no)?index,follow/);
    // One says that the page is nothing to list, the other that it stands for another one.
    if (robots?.startsWith('noindex') && !canonical.startsWith('/404')) expect(canonical).toBe(path);
  });

  it.each(['/search?q=paper', '/category/milfnut?q=night', '/pornstars?search=isla', '/pornstars?letter=I', '/mine'])(
    'says so where crawlers read it: %s',
    async (path) => {
      expect(await headOf(path)).toEqual({ isFetched: true, robots: 'noindex,follow', canonical: path });
    },
  );

  it.each([
    ['/tag/milf?duration=long', '/tag/milf'],
    ['/new-content?sort=popular&page=2', '/new-content'],
    ['/search?q=paper&age=week', '/search?q=paper'],
  ])('is not fetched at all if it is one of endlessly many: %s', async (path, canonical) => {
    expect(await headOf(path)).toEqual({ isFetched: false, robots: undefined, canonical });
  });
});
