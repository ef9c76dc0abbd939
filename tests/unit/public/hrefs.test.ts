/** Public site, sections 2 and 5: the URLs of pages and their numbers. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Client } from '#contract/calls/client.ts';
import { videoPath } from '#contract/values/urls.ts';
import { logoUrl } from '#web/components/logo-url.ts';
import { paginationWindow } from '#web/components/page-numbers.ts';
import {
  categoryHref,
  homePages,
  pathPages,
  performerHref,
  queryPages,
  queryString,
  tagHref,
} from '#web/public/hrefs.ts';
import { pageNumber } from '#web/public/lists/video-page.ts';
import type { notFound } from '#web/public/not-found.ts';

describe('hrefs', () => {
  it('use slugs', () => {
    expect(tagHref('Big  City!')).toBe('/tag/big-city');
    expect(performerHref('Isla Torven')).toBe('/pornstar/isla-torven');
    expect(categoryHref('milfnut')).toBe('/category/milfnut');
  });

  it('of a video end in the slug of its title, if it has one', () => {
    expect(videoPath('12', ' Blue Sky! ')).toBe('/video/12-blue-sky');
    expect(videoPath('12', '🎬')).toBe('/video/12');
  });

  it('in another script are percent-encoded', () => {
    expect(decodeURIComponent(videoPath('12', 'فيلم قصير'))).toBe('/video/12-فيلم-قصير');
    expect(videoPath('12', 'Привет')).toBe('/video/12-%D0%BF%D1%80%D0%B8%D0%B2%D0%B5%D1%82');
    expect(tagHref('日本語')).toBe('/tag/%E6%97%A5%E6%9C%AC%E8%AA%9E');
    expect(performerHref('Мария')).toBe('/pornstar/%D0%BC%D0%B0%D1%80%D0%B8%D1%8F');
  });

  it('of a video fit into a sitemap, however long the title', () => {
    expect(videoPath('12', '𠀀'.repeat(300)).length).toBeLessThan(2_048);
  });

  it('keep every value of their query', () => {
    const value = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[\w.,:*~-]+$/));
    fc.assert(
      fc.property(value, value, value, (q, sort, names) => {
        const query = { q, sort, with: names, without: names };
        expect(Object.fromEntries(new URLSearchParams(queryString(query)))).toEqual(query);
        const readable = (text: string) => text.replaceAll('%2C', ',').replaceAll('%3A', ':');
        const [own = '', rest = ''] = new URLSearchParams(query).toString().split('&with=');
        expect(queryString(query)).toBe(`?${own}&with=${readable(rest)}`);
      }),
    );
  });

  it('number later pages in the path', () => {
    expect([1, 2].map(pathPages('/tag/x'))).toEqual(['/tag/x', '/tag/x/2']);
    expect([1, 2, 404].map(homePages())).toEqual(['/', '/2', '/new-content?page=404']);
    expect([1, 2].map(homePages({ age: 'day' }))).toEqual(['/?age=day', '/2?age=day']);
    expect([1, 2].map(pathPages('/pornstars', '?letter=A'))).toEqual(['/pornstars?letter=A', '/pornstars/2?letter=A']);
  });

  it('or in the query', () => {
    expect([1, 2].map(queryPages('/indian'))).toEqual(['/indian', '/indian?page=2']);
    expect([1, 2].map(queryPages('/search', { q: 'a b' }))).toEqual(['/search?q=a+b', '/search?q=a+b&page=2']);
    const narrowed = queryPages('/indian', { with: 'a,performer:b&c', without: 'd' });
    expect(narrowed(2)).toBe('/indian?with=a,performer:b%26c&without=d&page=2');
  });

  it.each([
    ['', ''],
    ['/art/1.svg', '/art/1.svg'],
    ['https://example.com/logo.png', 'https://example.com/logo.png'],
    ['uploads/logo.webp', '/api/uploads/logo.webp'],
  ])('the logo %s is loaded from %s', (logo, url) => {
    expect(logoUrl(logo)).toBe(url);
  });
});

describe('page numbers', () => {
  const nothingPopular = async () => ({ tags: [], records: [] });
  const client = { getTags: nothingPopular, getPopularVideos: nothingPopular } as unknown as Client;
  const resultOf = async (text: string) => {
    try {
      return await pageNumber(client, text, '/tag/x');
    } catch (thrown) {
      if (thrown instanceof Response) return `${thrown.status} ${thrown.headers.get('location')}`;
      const { init, data } = thrown as Awaited<ReturnType<typeof notFound>>;
      return `${init?.status} as ${data.path}`;
    }
  };

  it.each([undefined, null])('%s is page 1', async (text) => {
    expect(await pageNumber(client, text, '/tag/x')).toBe(1);
  });

  it.each([
    ['2', 2],
    ['1000000000', 1_000_000_000],
    ['1', '301 /tag/x'],
    ['0', '404 as /404'],
    ['-1', '404 as /404'],
    ['1.5', '404 as /404'],
    ['02', '404 as /404'],
    ['two', '404 as /404'],
    ['', '404 as /404'],
    ['1000000001', '404 as /404'],
  ])('%s gives %s', async (text, result) => {
    expect(await resultOf(text)).toBe(result);
  });
});

describe('the pagination window', () => {
  const gap = null;
  it.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, gap, 9]],
    [3, 9, [1, 2, 3, 4, gap, 9]],
    [4, 9, [1, gap, 3, 4, 5, gap, 9]],
    [5, 9, [1, gap, 4, 5, 6, gap, 9]],
    [9, 9, [1, gap, 8, 9]],
    [12, 9, [1, gap, 9]],
  ])('page %i of %i shows %j', (page, totalPages, window) => {
    expect(paginationWindow(page, totalPages)).toEqual(window);
  });

  it('shows more neighbours on demand', () => {
    expect(paginationWindow(5, 9, 2)).toEqual([1, gap, 3, 4, 5, 6, 7, gap, 9]);
  });
});
