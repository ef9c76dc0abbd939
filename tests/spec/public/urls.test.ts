/** What each URL answers. */
import { describe, expect, it } from 'vitest';
import { sharedDemo } from '../../support/public-site.ts';

const demo = sharedDemo();

const ask = async (path: string) => {
  const response = await fetch(demo.site.url + path, { redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location') };
};
const statusAfterRedirects = async (path: string) => (await fetch(demo.site.url + path)).status;

const categories = [
  ...['scout69', 'lesbify', 'milfnut', 'sex-sister', 'desi49', 'dehati-sex', 'boobs-pressing', 'blueflim'],
  ...['famili-sex-com', 'teen-sex', 'small-tits', 'comxxx', 'badwap', 'chochox', 'sex18', 'aunt-sex', 'fullporner'],
];

describe('every screen has its URL', () => {
  it.each([
    ...['/', '/2', '/tags', '/pornstars', '/pornstars/2', '/pornstar/isla-torven', '/tag/milf'],
    ...['/tag/milf/2', '/indian', '/muslim', '/top-videos', '/new-content', '/most-liked', '/our-network', '/search'],
  ])('%s is answered', async (path) => {
    expect(await ask(path)).toEqual({ status: 200, location: null });
  });

  it.each(categories)('/category/%s and its second page are answered', async (slug) => {
    expect(await ask(`/category/${slug}`)).toEqual({ status: 200, location: null });
    expect(await ask(`/category/${slug}/2`)).toEqual({ status: 200, location: null });
  });

  it('only the 17 categories are', async () => {
    expect(categories).toHaveLength(17);
    expect((await ask('/category/eighteenth')).status).toBe(404);
  });
});

describe('page 1 has no number', () => {
  it.each([
    ['/1', '/'],
    ['/pornstars/1', '/pornstars'],
    ['/pornstars/1?letter=A', '/pornstars?letter=A'],
    ['/category/milfnut/1', '/category/milfnut'],
    ['/category/badwap/1', '/category/badwap'],
    ['/tag/milf/1', '/tag/milf'],
    ['/indian?page=1', '/indian'],
    ['/pornstar/isla-torven?page=1', '/pornstar/isla-torven'],
  ])('%s leads to %s', async (path, bare) => {
    expect(await ask(path)).toEqual({ status: 301, location: bare });
  });
});

describe('a page is a number of 1 or more', () => {
  const wrong = ['0', '-1', 'two', '1.5', '2x', '1e3', '%20', '99999999999999999999'];
  const paged = ['', '/pornstars', '/category/milfnut', '/tag/milf'];
  it.each(paged.flatMap((list) => wrong.map((page) => `${list}/${page}`)))('%s is not found', async (path) => {
    expect(await ask(path)).toEqual({ status: 404, location: null });
  });

  it.each(['/indian', '/muslim', '/top-videos', '/new-content', '/most-liked', '/pornstar/isla-torven', '/search'])(
    '%s?page=0 is not found',
    async (path) => {
      expect(await ask(`${path}?page=0`)).toEqual({ status: 404, location: null });
      expect(await ask(`${path}?page=two`)).toEqual({ status: 404, location: null });
    },
  );

  it.each(['/99999', '/tag/milf/99999', '/category/milfnut/99999', '/pornstars/99999', '/indian?page=99999'])(
    '%s is past the last page and not found',
    async (path) => {
      expect((await ask(path)).status).toBe(404);
    },
  );
});

describe('not found', () => {
  it.each(['/404', '/notfound', '/no/such/page', '/tag', '/video', '/category/'])('%s has status 404', async (path) => {
    expect(await statusAfterRedirects(path)).toBe(404);
  });

  it.each(['/video/999999999', '/video/none', '/video/0-some-title'])('%s is not found', async (path) => {
    expect(await ask(path)).toEqual({ status: 404, location: null });
  });

  it.each(['/tag/', '/pornstar/', '/video/'])('%s with an extremely long name is not found', async (path) => {
    expect(await statusAfterRedirects(path + 'x'.repeat(400))).toBe(404);
  });

  it.each(['constructor', '__proto__', 'hasOwnProperty', 'toString'])('/%s is no page either', async (name) => {
    expect(await ask(`/${name}`)).toEqual({ status: 404, location: null });
    for (const path of [`/${name}/x`, `/category/${name}`, `/tag/${name}`, `/pornstar/${name}`, `/video/${name}`])
      expect(await statusAfterRedirects(path), path).toBe(404);
    for (const list of ['/search?q=', '/pornstars?search=', '/pornstars?letter='])
      expect(await statusAfterRedirects(list + name), list).toBe(200);
    expect((await ask(`/${name}.data`)).status).toBe(404);
  });

  it('a search for an extremely long name finds none', async () => {
    expect(await statusAfterRedirects(`/pornstars?search=${'x'.repeat(4000)}`)).toBe(200);
  });
});
