/** Feeds and sitemaps from a client whose responses are made up here. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { handleErrors } from '#api/http/error-handler.ts';
import { ApiError } from '#contract/calls/api-error.ts';
import type { Client } from '#contract/calls/client.ts';
import type { SiteSettings } from '#contract/settings.ts';
import { limits } from '#contract/values/fields.ts';
import { minIndexedVideos } from '#contract/values/lists.ts';
import { defaultSettings } from '#contract/values/settings/defaults.ts';
import type { Db } from '#db/database.ts';
import { idsPerShard, type SitemapVideo } from '#domain/catalogue/sitemap.ts';
import type { NameSummary } from '#domain/search/queries/names.ts';
import { registerFeeds } from '#server/pages/feeds.ts';
import { createGeneratedFiles, escapeXml } from '#server/pages/generated-files.ts';
import { registerSitemap, videoEntry } from '#server/pages/sitemap.ts';

const siteUrl = 'https://example.com';
const edited = new Date('2026-03-04T05:06:07Z');
const { ageRules } = defaultSettings;
const changes = {
  ofNames: async () => new Map([['tag-1', edited]]),
  ofFixedPages: async () => new Map([['/tags', edited]]),
};
const get = async (path: string, client: object, fixedPaths: string[] = [], tags: NameSummary[] = []) => {
  const app = Fastify();
  handleErrors(app);
  const dir = mkdtempSync(join(tmpdir(), 'marquee-sitemap-'));
  const files = createGeneratedFiles({ dir, index: { onChange: () => 0 }, onError: () => {} });
  registerFeeds(app, {
    client: client as unknown as Client,
    siteUrl,
    index: { findName: (_, slug) => (slug === 'ville' ? { slug: 'city', name: 'City' } : undefined) },
    lastEditOf: async () => new Date('2026-02-03T04:05:06Z'),
    files,
    settings: async () => ({ siteName: 'Night Shelf', webSubHub: '' }),
  });
  const names = ({ limit }: { limit: number }) => ({ items: tags.slice(0, limit), total: tags.length });
  const index = { tags: names, performers: names, listFacts: () => undefined };
  const settings = async () => ({ playInPlace: false, ageRules });
  registerSitemap(app, { index, siteUrl, read: (query) => query({} as Db), fixedPaths, files, changes, settings });
  const { statusCode: status, headers, body } = await app.inject(path);
  rmSync(dir, { recursive: true, force: true });
  return { status, headers, body, locations: [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url) };
};

describe('the sitemap of tags', () => {
  const tagsOf = (total: number, count = minIndexedVideos) =>
    Array.from({ length: total }, (_, n) => ({
      ...{ slug: `tag-${n}`, name: `Tag ${n}`, count },
      ...{ firstUsed: new Date('2026-01-02T03:04:05Z'), lastUsed: new Date('2026-02-03T04:05:06Z') },
    }));

  it('says when the newest video of each was published, or something was edited later', async () => {
    const { body, headers } = await get('/sitemap-tags.xml', {}, [], tagsOf(2));
    expect(body).toContain(
      '<url><loc>https://example.com/tag/tag-0</loc><lastmod>2026-02-03T04:05:06.000Z</lastmod></url>',
    );
    expect(body).toContain(
      '<url><loc>https://example.com/tag/tag-1</loc><lastmod>2026-03-04T05:06:07.000Z</lastmod></url>',
    );
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(headers['cache-control']).toBe('public, max-age=3600, s-maxage=1, proxy-revalidate');
  });

  it('leaves out tags that have too few videos for search engines', async () => {
    const tags = [...tagsOf(1), ...tagsOf(2, minIndexedVideos - 1).slice(1)];
    expect((await get('/sitemap-tags.xml', {}, [], tags)).locations).toEqual(['https://example.com/tag/tag-0']);
    expect((await get('/sitemap-pornstars.xml', {}, [], tags)).locations).toHaveLength(2);
  });

  it('stops at the 50,000 URLs that a sitemap may have', async () => {
    expect((await get('/sitemap-tags.xml', {}, [], tagsOf(50_001))).locations).toHaveLength(50_000);
  });
});

it('the sitemap of pages lists the fixed paths, and when they changed if that is known', async () => {
  const { body, locations } = await get('/sitemap-pages.xml', {}, ['/', '/tags']);
  expect(locations).toEqual(['https://example.com/', 'https://example.com/tags']);
  expect(body).toContain('<url><loc>https://example.com/</loc></url>');
  expect(body).toContain('<loc>https://example.com/tags</loc><lastmod>2026-03-04T05:06:07.000Z</lastmod>');
});

describe('a video’s entry', () => {
  const video = {
    id: 7,
    title: 'Rain & shine',
    description: '',
    imageUrl: '/art/7.svg',
    embedUrl: 'https://player.example.com/embed/7',
    minutes: 10,
    publishedAt: new Date('2026-01-02T03:04:05Z'),
    updatedAt: new Date('2026-02-03T04:05:06Z'),
  };
  const entry = (overrides: Partial<typeof video> | { minutes: null } = {}) =>
    videoEntry(siteUrl, { ...video, ...overrides } as SitemapVideo, { playInPlace: true, ageRules });

  it('is escaped and has absolute URLs', () => {
    expect(entry()).toContain('<loc>https://example.com/video/7-rain--shine</loc>');
    expect(entry()).toContain('<video:title>Rain &amp; shine</video:title>');
    expect(entry()).toContain('<video:description>Rain &amp; shine</video:description>');
    expect(entry()).toContain('<video:thumbnail_loc>https://example.com/art/7.jpg</video:thumbnail_loc>');
    expect(entry()).toContain('<image:image><image:loc>https://example.com/art/7.svg</image:loc></image:image>');
    expect(entry()).toContain('<lastmod>2026-02-03T04:05:06.000Z</lastmod>');
  });

  it('names the player that its page shows', () => {
    expect(entry()).toContain('<video:player_loc>https://player.example.com/embed/7</video:player_loc>');
  });

  it.each(['https://cdn.example.com/7.mp4', 'https://cdn.example.com/7.WEBM?token=1'])(
    'names the video itself: %s',
    (embedUrl) => {
      expect(entry({ embedUrl })).toContain(`<video:content_loc>${embedUrl}</video:content_loc>`);
      expect(entry({ embedUrl })).not.toContain('video:player_loc');
    },
  );

  it('of a video whose picture is an SVG of another site is that of a page', () => {
    expect(entry({ imageUrl: 'https://pictures.example.com/7.svg' })).not.toContain('<video:');
  });

  it.each([
    ['the operator lets no video play in place', {}, false],
    ['there is no player', { embedUrl: '' }, true],
    ['the player may not be framed', { embedUrl: 'http://player.example.com/embed/7' }, true],
    ['there is no picture, which a video needs', { imageUrl: '' }, true],
  ])('is that of a page, not of a video, if %s', (_why, overrides, playInPlace) => {
    const page = videoEntry(siteUrl, { ...video, ...overrides }, { playInPlace, ageRules });
    expect(page).toMatch(/^<url><loc>.*<\/url>\n$/);
    expect(page).not.toContain('<video:');
    expect(page.includes('<image:loc>https://example.com/art/7.svg</image:loc>')).toBe(!('imageUrl' in overrides));
  });

  it.each([
    [{ others: 'question', countries: [] }, undefined],
    [{ others: 'assurance', countries: [{ country: 'DE', rule: 'question' }] }, undefined],
    [
      {
        others: 'question',
        countries: [
          { country: 'FR', rule: 'closed' },
          { country: 'DE', rule: 'closed' },
        ],
      },
      '<video:restriction relationship="deny">DE FR</video:restriction>',
    ],
    [
      {
        others: 'closed',
        countries: [
          { country: 'US', rule: 'assurance' },
          { country: 'DE', rule: 'closed' },
        ],
      },
      '<video:restriction relationship="allow">US</video:restriction>',
    ],
  ])('names the countries that the site is closed in: %o', (ageRules, restriction) => {
    const text = videoEntry(siteUrl, video, { playInPlace: true, ageRules: ageRules as SiteSettings['ageRules'] });
    expect(/<video:restriction.*<\/video:restriction>/.exec(text)?.[0]).toBe(restriction);
  });

  it('respects the limits of search engines', () => {
    expect(entry()).toContain('<video:duration>600</video:duration>');
    expect(entry({ minutes: 481 })).toContain('<video:duration>28800</video:duration>');
    expect(entry({ minutes: null })).not.toContain('video:duration');
    expect(entry({ title: 'x'.repeat(101) })).toContain(`<video:title>${'x'.repeat(100)}</video:title>`);
    const long = entry({ description: 'y'.repeat(2_049) });
    expect(long).toContain(`<video:description>${'y'.repeat(2_048)}</video:description>`);
  });
});

describe('a sitemap of videos', () => {
  it.each([
    ['escaped characters', "'".repeat(2_000), "'".repeat(10_000)],
    ['combining marks', 'x'.repeat(2_000), `e${'\u0301'.repeat(9_999)}`],
  ])('stays below the 50 MB of search engines, whatever its texts are: %s', (_, url, text) => {
    const entry = videoEntry(
      siteUrl,
      {
        id: Number.MAX_SAFE_INTEGER,
        title: '\u0929'.repeat(limits.video.title),
        description: text,
        imageUrl: `https://example.com/${url}`.slice(0, limits.url),
        embedUrl: `https://player.example.com/${url}`.slice(0, limits.url),
        minutes: 10,
        publishedAt: new Date(),
        updatedAt: new Date(),
      },
      { playInPlace: true, ageRules },
    );
    expect(idsPerShard * Buffer.byteLength(entry)).toBeLessThan(50 * 1024 * 1024);
  });
});

describe('a feed', () => {
  const record = {
    ...{
      _id: '7',
      titel: 'Rain',
      desc: 'A <b>',
      createdAt: '2026-01-02T03:04:05Z',
      imageUrl: '/art/7.svg',
      minutes: 3,
    },
    ...{ tags: ['city', 'cafe'], tagNames: { cafe: 'Café' }, name: ['isla-torven'] },
  };

  it('has the newest fifty videos', async () => {
    let limit = 0;
    const getTagPosts = async ({ query }: { query: { limit: number } }) => {
      limit = query.limit;
      return { records: [record] };
    };
    const { status, body, headers } = await get('/tag/city.rss', { getTagPosts });
    expect(status).toBe(200);
    expect(limit).toBe(50);
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    expect(body).toContain('<link>https://example.com/video/7-rain</link>');
    expect(body).toContain('<guid isPermaLink="false">https://example.com/video/7</guid>');
    expect(body).toContain('<pubDate>Fri, 02 Jan 2026 03:04:05 GMT</pubDate>');
    expect(body).toContain('<description>A &lt;b&gt;</description>');
    expect(body).toContain('<title>city videos · Night Shelf</title>');
    expect(body).toContain('<lastBuildDate>Tue, 03 Feb 2026 04:05:06 GMT</lastBuildDate>');
    expect(body).toContain('<dc:creator>Isla Torven</dc:creator><category>city</category><category>Café</category>');
    expect(body).toContain('<media:content medium="video" duration="180">');
    expect(body).toContain('<media:thumbnail url="https://example.com/art/7.svg"/>');
  });

  it('of a name by another slug is at its own url', async () => {
    const { status, headers } = await get('/tag/Ville.rss', {});
    expect([status, headers.location]).toEqual([301, '/tag/city.rss']);
  });

  it.each([
    ['/tag/OUTDOOR.rss', '/tag/outdoor.rss'],
    ['/pornstar/Isla%20Torven.rss', '/pornstar/isla-torven.rss'],
  ])('%s leads to %s', async (path, target) => {
    const { status, headers } = await get(path, {});
    expect([status, headers.location]).toEqual([301, target]);
  });

  it('without videos, or of something unknown, has status 404', async () => {
    expect((await get('/tag/none.rss', { getTagPosts: async () => ({ records: [] }) })).status).toBe(404);
    const unknown = () => Promise.reject(new ApiError(404, 'Not Found', {}));
    expect((await get('/pornstar/nobody.rss', { getPornstar: unknown })).status).toBe(404);
  });

  it('does not hide an error of the server', async () => {
    const broken = () => Promise.reject(new ApiError(500, 'Internal Server Error', {}));
    expect((await get('/new-content.rss', { getNewVideos: broken })).status).toBe(500);
  });
});

it('XML text is escaped, and characters that XML cannot represent are removed', () => {
  expect(escapeXml(`<a href="x">'&'</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&apos;&amp;&apos;&lt;/a&gt;');
  expect(escapeXml('tab\there\u0000\u0008\u001f\ufffe')).toBe('tab\there');
  expect(escapeXml('lone \ud800 surrogate')).toBe('lone \ufffd surrogate');
});
