/** A catalogue with more tags than a page lists has a page for each letter. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addVideo } from '../support/catalogue.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

const count = (letter: string, howMany: number) =>
  Array.from({ length: howMany }, (_, n) => `${letter}-${String(n).padStart(4, '0')}`);
const tags = { a: count('a', 1001), b: count('b', 20), c: count('c', 19), 日: ['日本'] };

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  await addVideo(site.database.db, { title: 'Many tags', tags: Object.values(tags).flat() });
  await site.index.waitUntilIndexed();
});
afterAll(() => site.stop());

const read = async (path: string) => {
  const response = await fetch(site.url + path, { redirect: 'manual' });
  const html = await response.text();
  const [main = ''] = /<main.*<\/main>/s.exec(html) ?? [];
  const hrefs = [...main.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  return {
    status: response.status,
    tags: hrefs.filter((href) => href.startsWith('/tag/')).map((href) => decodeURIComponent(href.slice(5))),
    letters: [...new Set(hrefs.filter((href) => href.startsWith('/tags?letter=')))],
    robots: /<meta name="robots" content="([^"]*)"/.exec(html)?.[1] ?? '',
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&'),
  };
};

it('the page of all tags has the most used ones and leads to every letter', async () => {
  const { tags: listed, letters } = await read('/tags');
  expect(listed).toHaveLength(1000);
  expect(letters.map(decodeURIComponent)).toEqual(['A', 'B', 'C', '日'].map((letter) => `/tags?letter=${letter}`));
});

it('the pages of the letters have every tag, in order', async () => {
  const [first, second] = [await read('/tags?letter=A'), await read('/tags?letter=A&page=2')];
  expect([...first.tags, ...second.tags]).toEqual(tags.a);
  expect((await read('/tags?letter=B')).tags).toEqual(tags.b);
  expect((await read(`/tags?letter=${encodeURIComponent('日')}`)).tags).toEqual(['日本']);
});

it('a letter with few tags is followed, not indexed', async () => {
  expect((await read('/tags?letter=B')).robots).not.toContain('noindex');
  expect((await read('/tags?letter=C')).robots).toBe('noindex,follow');
});

it('a letter has one canonical URL in either case', async () => {
  for (const path of ['/tags?letter=A', '/tags?letter=a'])
    expect((await read(path)).canonical).toBe(`${site.config.siteUrl}/tags?letter=A`);
  expect((await read('/tags?letter=A&page=2')).canonical).toBe(`${site.config.siteUrl}/tags?letter=A&page=2`);
});

it.each(['/tags?letter=Z', '/tags?letter=%26', '/tags?letter=A&page=3', '/tags?letter=A&page=0'])(
  '%s is not found',
  async (path) => {
    expect((await read(path)).status).toBe(404);
  },
);
