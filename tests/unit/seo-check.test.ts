/** What an SEO check finds, on sites of a few pages. */
import { describe, expect, it } from 'vitest';
import { crawlSite } from '#domain/seo-check/crawl-site.ts';
import type { FetchedPage } from '#domain/seo-check/fetch-page.ts';

const siteUrl = 'https://marquee.example';
const sentence = 'A quiet harbour in the morning, with boats at rest and the light of summer on the water';

interface Written {
  title?: string;
  description?: string;
  head?: string;
  body?: string;
  links?: string[];
}

let made = 0;
const html = ({ title, description, head = '', body, links = [] }: Written = {}) => {
  made += 1;
  return `<!doctype html><title>${title ?? `Page ${made}`}</title>
    <meta name="description" content="${description ?? `${sentence}, ${made}`}">${head}
    <a href="/elsewhere-not-followed" rel="nofollow noopener">x</a>
    <main>${body ?? `<h1>Heading ${made}</h1>`}</main>${links.map((href) => `<a href="${href}">link</a>`).join('')}`;
};

type Answer = string | Partial<FetchedPage>;

const sitemap = (paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>${siteUrl}${path}</loc><image:image><image:loc>${siteUrl}/art/1.svg</image:loc></image:image></url>`).join('')}</urlset>`;

interface Check {
  pages: Record<string, Answer>;
  listed?: string[];
  robots?: string;
  maxPages?: number;
}

const check = async ({ pages, listed = [], robots = '', maxPages = 100 }: Check) => {
  const requested: string[] = [];
  const page = (answer: Answer): FetchedPage => ({
    status: 200,
    location: '',
    contentType: 'text/html; charset=utf-8',
    robots: '',
    body: '',
    ...(typeof answer === 'string' ? { body: answer } : answer),
  });
  const files: Record<string, Answer> = {
    '/robots.txt': { contentType: 'text/plain', body: robots },
    '/sitemap.xml': `<sitemapindex><sitemap><loc>${siteUrl}/sitemap-1.xml</loc></sitemap></sitemapindex>`,
    '/sitemap-1.xml': sitemap(listed),
  };
  const report = await crawlSite({
    fetchPage: async (path) => {
      requested.push(path);
      return page(
        files[path] ?? pages[path] ?? { status: 404, body: html({ head: '<meta name="robots" content="noindex">' }) },
      );
    },
    siteUrl,
    maxPages,
    isGentle: false,
    onProgress: async () => {},
    signal: new AbortController().signal,
  });
  return { ...report, requested };
};

const chain = (length: number) =>
  Object.fromEntries(
    Array.from({ length }, (_, n) => [n === 0 ? '/' : `/${n}`, html({ links: n + 1 < length ? [`/${n + 1}`] : [] })]),
  );

describe('an SEO check', () => {
  it('finds nothing on a site that is in order', async () => {
    const pages = { '/': html({ links: ['/a?page=2#top', `${siteUrl}/b`] }), '/a?page=2': html(), '/b': html() };
    const report = await check({ pages, listed: ['/', '/b'] });
    expect(report).toMatchObject({ counts: {}, examples: [], isComplete: true });
    expect(report.requested.slice(3)).toEqual(['/', '/a?page=2', '/b']);
  });

  it.each<[string, Check, object]>([
    [
      'pages that fail',
      { pages: { '/': html({ links: ['/a'] }), '/a': { status: 503 } } },
      { kind: 'failing-page', path: '/a', detail: 'answers 503', from: '/' },
    ],
    [
      'links to pages that do not exist',
      { pages: { '/': html({ links: ['/gone'] }) } },
      { kind: 'broken-link', path: '/gone', detail: 'answers 404', from: '/' },
    ],
    [
      'links that lead through a redirect',
      { pages: { '/': html({ links: ['/old'] }), '/old': { status: 301, location: '/new' }, '/new': html() } },
      { kind: 'redirected-link', path: '/old', detail: 'leads to /new', from: '/' },
    ],
    [
      'listed pages that do not exist',
      { pages: { '/': html() }, listed: ['/gone'] },
      { kind: 'not-indexable', path: '/gone', detail: 'answers 404' },
    ],
    [
      'listed pages that say noindex',
      {
        pages: { '/': html({ links: ['/a'] }), '/a': html({ head: '<meta name="robots" content="noindex,follow">' }) },
        listed: ['/a'],
      },
      { kind: 'not-indexable', path: '/a', detail: 'says noindex' },
    ],
    [
      'listed pages whose header says noindex',
      { pages: { '/': html({ links: ['/a'] }), '/a': { robots: 'noindex', body: html() } }, listed: ['/a'] },
      { kind: 'not-indexable', path: '/a', detail: 'says noindex' },
    ],
    [
      'listed pages that name another as canonical',
      {
        pages: { '/': html({ links: ['/a'] }), '/a': html({ head: `<link rel="canonical" href="${siteUrl}/">` }) },
        listed: ['/a'],
      },
      { kind: 'not-indexable', path: '/a', detail: 'names / as canonical' },
    ],
    [
      'listed pages that no link leads to',
      { pages: { '/': html(), '/lonely': html() }, listed: ['/lonely'] },
      { kind: 'orphan', path: '/lonely', detail: 'no page links to it' },
    ],
    [
      'listed pages more than six clicks away',
      { pages: chain(8), listed: ['/6', '/7'] },
      { kind: 'too-deep', path: '/7', detail: '7 clicks', from: '/6' },
    ],
    [
      'pages without title, description and heading',
      { pages: { '/': '<main>Words</main>' } },
      { kind: 'missing-text', path: '/', detail: 'no title, no description, no heading' },
    ],
    [
      'descriptions that are too short',
      { pages: { '/': html({ description: 'Short' }) } },
      { kind: 'description-length', path: '/', detail: '5 characters' },
    ],
    [
      'descriptions that are too long',
      { pages: { '/': html({ description: '🎬'.repeat(156) }) } },
      { kind: 'description-length', path: '/', detail: '156 characters' },
    ],
    [
      'titles that differ in case alone',
      { pages: { '/': html({ title: 'Harbour', links: ['/a'] }), '/a': html({ title: 'HARBOUR' }) } },
      { kind: 'duplicate-title', path: '/a', detail: 'the same as /' },
    ],
    [
      'pages with the same description',
      { pages: { '/': html({ description: sentence, links: ['/a'] }), '/a': html({ description: sentence }) } },
      { kind: 'duplicate-description', path: '/a', detail: 'the same as /' },
    ],
    [
      'pages with the same text',
      { pages: { '/': html({ body: '<h1>Boats</h1>', links: ['/a'] }), '/a': html({ body: '<h1> Boats </h1>' }) } },
      { kind: 'duplicate-text', path: '/a', detail: 'the same as /' },
    ],
  ])('finds %s', async (_, site, expected) => {
    const { examples } = await check(site);
    expect(examples).toContainEqual(expected);
  });

  it('does not compare pages that search engines leave out', async () => {
    const noindex = html({ title: 'Page', head: '<meta name="robots" content="noindex">' });
    const { counts } = await check({ pages: { '/': html({ title: 'Page', links: ['/a'] }), '/a': noindex } });
    expect(counts).toEqual({});
  });

  it('does not follow links that robots.txt forbids, that say nofollow, or that leave the site', async () => {
    const links = [
      '/search?q=boats',
      'https://example.com/',
      'mailto:someone@example.com',
      '//example.com/x',
      'http://[',
    ];
    const { requested, counts } = await check({
      pages: { '/': html({ links }) },
      robots: 'User-agent: *\nDisallow: /*?q=\n',
    });
    expect(requested.slice(3)).toEqual(['/']);
    expect(counts).toEqual({});
  });

  it('keeps the first hundred of each kind, and counts all', async () => {
    const links = Array.from({ length: 130 }, (_, n) => `/gone-${n}`);
    const { counts, examples } = await check({ pages: { '/': html({ links }) }, maxPages: 1000 });
    expect(counts).toEqual({ 'broken-link': 130 });
    expect(examples).toHaveLength(100);
  });

  it('tells how far it is while it reads the sitemaps, and can be cancelled there', async () => {
    const progress: object[] = [];
    const cancelled = new AbortController();
    const crawl = crawlSite({
      fetchPage: async (path) => {
        const body = path === '/sitemap.xml' ? sitemap(['/a', '/b']) : '';
        return { status: 200, location: '', contentType: '', robots: '', body };
      },
      siteUrl,
      maxPages: 10,
      isGentle: false,
      onProgress: async (at) => {
        progress.push(at);
        cancelled.abort();
      },
      signal: cancelled.signal,
    });
    await expect(crawl).rejects.toThrow('aborted');
    expect(progress).toEqual([{ read: 0, known: 0 }]);
  });

  it('says so if there are more pages than it reads, and does not call the others orphans', async () => {
    const { isComplete, counts } = await check({ pages: chain(6), listed: ['/5'], maxPages: 4 });
    expect(isComplete).toBe(false);
    expect(counts).toEqual({});
  });
});
