/** What search engines and sharing read in a page, without JavaScript. */
import { load } from 'cheerio';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addVideo } from '../support/catalogue.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

const siteUrl = 'https://marquee.example';
let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({
    seedDemo: true,
    siteUrl,
    trustProxy: ['127.0.0.1'],
    crawlerNetworks: ['192.0.2.0/24'],
  });
  for (let number = 1; number <= 5; number++)
    await addVideo(site.database.db, { title: `Lanterns ${number}`, tags: number < 5 ? ['four', 'five'] : ['five'] });
  await site.index.waitUntilIndexed();
});
afterAll(() => site.stop());

/** The visible way from the home page. */
const trailOf = (page: string) => {
  const nav = /<nav aria-label="Breadcrumb".*?<\/nav>/s.exec(page)?.[0] ?? '';
  return [...nav.matchAll(/<(?:a|span)[^>]*(?:href|aria-current)[^>]*>([^<]+)</g)].map(([, text]) => text);
};
const html = async (path: string) => (await fetch(site.url + path)).text();
const meta = (page: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(page)?.[1];
const link = (page: string, rel: string) => new RegExp(`<link rel="${rel}"[^>]* href="([^"]*)"`).exec(page)?.[1];
/** The pictures that first-paint.js requests once the visitor is known to be an adult. */
const preloaded = (page: string) => load(page)('link[rel="preload"][as="image"][media="not all"]');
const structured = (page: string): Record<string, unknown>[] => {
  const found = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1];
  return found ? JSON.parse(found)['@graph'] : [];
};
const textOf = (escaped: string) => escaped.replace(/&#x27;/g, "'").replace(/&amp;/g, '&');
const typesIn = (page: string) => structured(page).map((thing) => thing['@type']);

describe('each listing page', () => {
  it.each([
    ['/', '/', ['WebSite', 'ItemList']],
    ['/2', '/new-content?page=2', ['ItemList']],
    ['/indian', '/indian', ['BreadcrumbList', 'ItemList']],
    ['/new-content?page=2', '/new-content?page=2', ['BreadcrumbList', 'ItemList']],
    ['/tag/Milf', '/tag/milf', ['BreadcrumbList', 'ItemList']],
    ['/category/boobs-pressing', '/category/boobs-pressing', ['BreadcrumbList', 'ItemList']],
    ['/pornstar/isla-torven', '/pornstar/isla-torven', ['BreadcrumbList', 'ProfilePage', 'ItemList']],
    ['/pornstars', '/pornstars', ['BreadcrumbList']],
    ['/tags', '/tags', ['BreadcrumbList']],
    ['/our-network', '/our-network', ['BreadcrumbList']],
  ])(
    '%s has its own title, description, canonical link, robots, cards and structured data',
    async (path, own, types) => {
      const page = await html(path);
      expect(/<title>(.+?)<\/title>/.exec(page)?.[1]).toBeTruthy();
      const { length } = textOf(meta(page, 'description') ?? '');
      expect(length).toBeGreaterThanOrEqual(70);
      expect(length).toBeLessThanOrEqual(155);
      expect(link(page, 'canonical')).toBe(siteUrl + own);
      expect(meta(page, 'robots')).toBe('index,follow,max-image-preview:large,max-video-preview:-1');
      expect(meta(page, 'og:url')).toBe(siteUrl + own);
      for (const name of ['og:title', 'og:description', 'og:image', 'twitter:card', 'twitter:title', 'twitter:image'])
        expect(meta(page, name), name).toBeTruthy();
      expect(typesIn(page)).toEqual(types);
    },
  );

  it('the first page links to the next one, the last one to the previous', async () => {
    const { totalPages } = await (await fetch(`${site.url}/api/getnewVideos?page=1&limit=16`)).json();
    const first = await html('/new-content');
    expect([link(first, 'prev'), link(first, 'next')]).toEqual([undefined, `${siteUrl}/new-content?page=2`]);
    const last = await html(`/new-content?page=${totalPages}`);
    expect([link(last, 'prev'), link(last, 'next')]).toEqual([
      `${siteUrl}/new-content?page=${totalPages - 1}`,
      undefined,
    ]);
  });

  it.each([
    ...['/search?q=milf', '/mine', '/404', '/tag/no-such-tag', '/999999', '/pornstars/999'],
    ...['/pornstars?letter=I', '/pornstars?search=isla', '/category/milfnut?q=night', '/tag/four'],
  ])('%s is not indexed by search engines', async (path) => {
    const page = await html(path);
    expect(meta(page, 'robots')).toBe('noindex,follow');
    expect(page).not.toContain('rel="prev"');
  });
});

describe('pages that could be taken for others', () => {
  it('a tag is listed from five videos on, also in the sitemap', async () => {
    expect(meta(await html('/tag/five'), 'robots')).toContain('index,follow,');
    const sitemap = await html('/sitemap-tags.xml');
    expect(sitemap).toContain(`${siteUrl}/tag/five<`);
    expect(sitemap).not.toContain(`${siteUrl}/tag/four<`);
  });

  it('a category with the same videos as a tag names that tag as canonical, and is not in the sitemap', async () => {
    expect(link(await html('/category/milfnut/2'), 'canonical')).toBe(`${siteUrl}/tag/milf/2`);
    const sitemap = await html('/sitemap-pages.xml');
    expect(sitemap).toContain(`${siteUrl}/category/boobs-pressing<`);
    expect(sitemap).not.toContain(`${siteUrl}/category/milfnut<`);
  });

  it('no two titles differ only in case', async () => {
    const paths = ['/indian', '/tag/indian', '/muslim', '/tag/muslim', '/category/teen-sex', '/tag/teen-sex', '/2'];
    const titles = await Promise.all(
      [...paths, '/new-content?page=2'].map(async (path) => /<title>(.+?)<\/title>/.exec(await html(path))?.[1] ?? ''),
    );
    expect(new Set(titles.map((title) => title.toLowerCase())).size).toBe(titles.length);
  });

  it('the texts of two tags have little in common', async () => {
    const phrasesOf = async (path: string) => {
      const main = /<main.*?<\/main>/s.exec(await html(path))?.[0] ?? '';
      const words = main.replace(/<script.*?<\/script>|<[^>]+>/gs, ' ').split(/\s+/);
      return new Set(words.map((_, at) => words.slice(at, at + 3).join(' ')));
    };
    const [one, other] = [await phrasesOf('/tag/milf'), await phrasesOf('/tag/rooftop')];
    expect(one.size).toBeGreaterThan(150);
    expect(one.intersection(other).size / one.size).toBeLessThan(0.4);
  });

  it('the cards of a tag say the titles of its videos in text', async () => {
    const text = (await html('/tag/five')).replace(/<script.*?<\/script>|<[^>]+>/gs, '\n');
    for (let number = 1; number <= 5; number++) expect(text).toContain(`\nLanterns ${number}\n`);
  });
});

describe('a video', () => {
  it('that plays elsewhere has a page that says where it leads, with its image', async () => {
    const page = await html('/video/1');
    const record = await (await fetch(`${site.url}/api/getVideo/1`, { method: 'POST' })).json();
    const { titel, imageUrl, link: target, createdAt, views } = record;
    const [described] = structured(page);
    expect(described).toMatchObject({
      '@type': 'WebPage',
      name: titel,
      url: link(page, 'canonical'),
      primaryImageOfPage: { '@type': 'ImageObject', contentUrl: siteUrl + imageUrl },
      significantLink: target,
      datePublished: createdAt,
      isFamilyFriendly: false,
      interactionStatistic: { userInteractionCount: views },
    });
    expect(page).not.toContain('VideoObject');
    expect(page).toMatch(new RegExp(`<img src="${imageUrl}"[^>]* fetchPriority="high"`));
  });

  it('is shared with its image, and with a JPEG of one that is drawn', async () => {
    const image = 'https://example.com/lanterns.webp?size=large';
    const id = await addVideo(site.database.db, { title: 'Lanterns in the rain' });
    await site.database.pool.query('update videos set image_url = $1 where id = $2', [image, id]);
    await site.index.waitUntilIndexed();
    const page = await html(`/video/${id}`);
    expect([meta(page, 'og:image'), meta(page, 'twitter:card')]).toEqual([
      expect.stringMatching(new RegExp(`^${siteUrl}/picture/v${id}-[0-9a-f]{20}/1280.webp$`)),
      'summary_large_image',
    ]);
    const drawn = await html('/video/1');
    const { imageUrl } = await (await fetch(`${site.url}/api/getVideo/1`, { method: 'POST' })).json();
    const shared = imageUrl.replace('.svg', '.jpg');
    const named = ['og:image', 'og:image:width', 'og:image:height', 'twitter:card'].map((name) => meta(drawn, name));
    expect(named).toEqual([siteUrl + shared, '1280', '720', 'summary_large_image']);
    const response = await fetch(site.url + shared);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
    expect([format, width, height]).toEqual(['jpeg', 1280, 720]);
    for (const path of ['/art/1.png', '/art/x.jpg', '/art/1234567890.jpg'])
      expect((await fetch(site.url + path)).status, path).toBe(404);
  });

  it('without an image is shared with the icon of the site, and says how large that is', async () => {
    const id = await addVideo(site.database.db, { imageUrl: '', publishedAt: new Date('2020-01-01') });
    await site.index.waitUntilIndexed();
    const page = await html(`/video/${id}`);
    const named = ['og:image', 'og:image:width', 'og:image:height', 'twitter:card'].map((name) => meta(page, name));
    expect(named).toEqual([`${siteUrl}/icon-512.png`, '512', '512', 'summary']);
  });

  it('names its performers and the way to it, which is on the page too', async () => {
    const id = await addVideo(site.database.db, {
      title: 'Lanterns & rain',
      tags: ['night-swim', 'roof'],
      performers: ['isla-torven'],
    });
    await site.index.waitUntilIndexed();
    const page = await html(`/video/${id}`);
    const [described, breadcrumbs] = structured(page);
    expect(described).toMatchObject({
      mentions: [{ '@type': 'Person', name: 'Isla Torven', url: `${siteUrl}/pornstar/isla-torven` }],
    });
    expect(breadcrumbs).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Home', item: `${siteUrl}/` },
        { position: 2, name: 'night swim', item: `${siteUrl}/tag/night-swim` },
        { position: 3, name: 'Lanterns & rain', item: link(page, 'canonical') },
      ],
    });
    expect(trailOf(page)).toEqual(['Home', 'night swim', 'Lanterns &amp; rain']);
    expect(page).not.toContain('<iframe');
  });

  describe('with a player', () => {
    const embedUrl = 'https://player.example.com/embed/7';
    let id: number;
    let call: ReturnType<typeof callerOf>;
    beforeAll(async () => {
      call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
      id = await addVideo(site.database.db, { title: 'Lanterns in a frame', performers: ['isla-torven'], minutes: 12 });
      await site.database.pool.query('update videos set iframe_url = $1 where id = $2', [embedUrl, id]);
      await site.index.waitUntilIndexed();
    });
    const save = async (settings: object) => {
      expect((await call('PUT', '/settings', settings)).statusCode).toBe(200);
      await site.index.waitUntilIndexed();
    };
    const playInPlace = (isOn: boolean) => save({ playInPlace: isOn });
    const htmlOfCrawler = async (path: string) => {
      const headers = { 'x-forwarded-for': '192.0.2.1' };
      return (await fetch(site.url + path, { headers })).text();
    };
    afterAll(() => playInPlace(false));
    /** Sitemaps are made again once they are five minutes old. */
    const inTenMinutes = async <T>(ask: () => Promise<T>): Promise<T> => {
      const now = performance.now.bind(performance);
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10 * 60_000);
      return ask().finally(() => clock.mockRestore());
    };

    it('claims none while it is not shown', async () => {
      expect(typesIn(await html(`/video/${id}`))).toEqual(['WebPage', 'BreadcrumbList']);
      expect(await html('/sitemap-videos-3.xml')).toContain(`/video/${id}-lanterns-in-a-frame<`);
      expect(await html('/sitemap-videos-3.xml')).not.toContain('<video:');
    });

    it('is described as a video once it plays on the page; others are not', async () => {
      await playInPlace(true);
      const page = await html(`/video/${id}`);
      expect(structured(page)[0]).toMatchObject({
        '@type': 'VideoObject',
        name: 'Lanterns in a frame',
        embedUrl,
        duration: 'PT12M',
        url: link(page, 'canonical'),
        actor: [{ '@type': 'Person', name: 'Isla Torven', url: `${siteUrl}/pornstar/isla-torven` }],
        isFamilyFriendly: false,
      });
      const sitemap = await inTenMinutes(() => html('/sitemap-videos-3.xml'));
      expect(sitemap.match(/<video:player_loc>.*?</g)).toEqual([`<video:player_loc>${embedUrl}<`]);
      expect(structured(page)[0]).not.toHaveProperty('ineligibleRegion');
      const closed = { others: 'question', countries: [{ country: 'DE', rule: 'closed' }] };
      await save({ playInPlace: true, ageRules: closed });
      expect(structured(await htmlOfCrawler(`/video/${id}`))[0]).toMatchObject({ ineligibleRegion: ['DE'] });
      await save({
        playInPlace: true,
        ageRules: { others: 'closed', countries: [{ country: 'US', rule: 'question' }] },
      });
      expect(structured(await htmlOfCrawler(`/video/${id}`))[0]).toMatchObject({ regionsAllowed: ['US'] });
      await save({ playInPlace: true, ageRules: { others: 'question', countries: [] } });
      expect(typesIn(await html('/video/1'))).toEqual(['WebPage', 'BreadcrumbList']);
    });
  });

  it('without tags leads back to new content; without a description it is described by what is known', async () => {
    const id = await addVideo(site.database.db, { title: 'Quiet', description: '', performers: ['isla-torven'] });
    await site.index.waitUntilIndexed();
    const page = await html(`/video/${id}`);
    expect(trailOf(page)).toEqual(['Home', 'New content', 'Quiet']);
    expect(meta(page, 'description')).toMatch(/^Quiet\. With Isla Torven\. Length: 12 min\. Browse .{10}/);
  });
});

it('a year of the archive has the way from the home page to it', async () => {
  const page = await html(/href="(\/archive\/\d{4})/.exec(await html('/archive'))?.[1] ?? '');
  expect(trailOf(page)).toEqual(['Home', 'Archive', expect.stringMatching(/^\d{4}$/)]);
});

describe('a performer', () => {
  it('has a profile with portrait and text', async () => {
    const description = 'Films by the sea, mostly at dusk.';
    await site.database.pool.query("update performers set description = $1 where slug = 'isla-torven'", [description]);
    await site.index.waitUntilIndexed();
    const page = await html('/pornstar/isla-torven');
    const { images } = await (
      await fetch(`${site.url}/api/pornstars/images`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ names: ['isla-torven'] }),
      })
    ).json();
    const path = images['isla-torven'].image;
    expect(structured(page).find((thing) => thing['@type'] === 'ProfilePage')).toEqual({
      '@type': 'ProfilePage',
      url: `${siteUrl}/pornstar/isla-torven`,
      mainEntity: {
        '@type': 'Person',
        name: 'Isla Torven',
        url: `${siteUrl}/pornstar/isla-torven`,
        image: siteUrl + path,
        description,
      },
    });
    expect(page).toMatch(new RegExp(`<img src="${path}" alt="Portrait of Isla Torven"`));
    expect(preloaded(page).filter(`[href="${path}"]`)).toHaveLength(1);
    expect(page).toContain(`>${description}</p>`);
    expect(trailOf(page)).toEqual(['Home', 'Models', 'Isla Torven']);
  });
});

describe('pictures', () => {
  it.each(['/new-content', '/tag/milf', '/category/milfnut', '/'])(
    'of the first row of %s are requested as soon as the visitor is known to be an adult, the first before all others',
    async (path) => {
      const page = await html(path);
      const images = [...page.matchAll(/<img [^>]*class="thumbnail"[^>]*>/g)].map(([image]) => image);
      expect(images).toHaveLength(16);
      expect(images.filter((image) => image.includes('fetchPriority="high"'))).toEqual([images[0]]);
      const $ = load(page);
      const firstRow = $('img.thumbnail').slice(0, 4).get();
      const urlsOf = (image: (typeof firstRow)[0]) =>
        $(image).siblings('source').attr('srcset') ?? $(image).attr('src');
      const links = preloaded(page).get();
      const announced = links.map((each) => $(each).attr('href') ?? $(each).attr('imagesrcset'));
      expect(announced.toSorted()).toEqual(firstRow.map(urlsOf).toSorted());
      const urgent = links.filter((each) => $(each).attr('fetchpriority') === 'high');
      expect(urgent.map((each) => $(each).attr('href'))).toEqual([urlsOf(firstRow[0] as (typeof firstRow)[0])]);
    },
  );
});

describe('the site', () => {
  it('has a title that operators can change', async () => {
    expect(await html('/')).toContain('<title>Adult videos by tag, model and category · Marquee</title>');
    const call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
    await call('PUT', '/settings', { homeTitle: 'Films after dark', description: 'Short.' });
    const page = await html('/');
    expect(page).toContain('<title>Films after dark · Marquee</title>');
    expect(meta(page, 'description')).toMatch(/^Short\. [\d,]+ videos to choose from, the newest first\. Browse /);
    await call('PUT', '/settings', { homeTitle: '' });
    expect(await html('/')).toContain('<title>Marquee</title>');
    await call('PUT', '/settings', {});
  });

  it('tells search engines where its search is', async () => {
    const [webSite] = structured(await html('/'));
    expect(webSite).toMatchObject({
      '@type': 'WebSite',
      potentialAction: { target: { urlTemplate: `${siteUrl}/search?q={search_term_string}` } },
    });
  });

  it('can be installed', async () => {
    const page = await html('/');
    const manifest = await (await fetch(site.url + (link(page, 'manifest') ?? ''))).json();
    expect(manifest).toMatchObject({ name: 'Marquee', start_url: '/', display: 'standalone' });
    for (const { src, type } of manifest.icons)
      expect((await fetch(site.url + src)).headers.get('content-type')).toBe(type);
  });

  it('has a feed of new content, of each tag and of each performer, named in the page', async () => {
    for (const path of ['/new-content', '/tag/milf', '/pornstar/isla-torven']) {
      expect(link(await html(path), 'alternate')).toBe(`${siteUrl}${path}.rss`);
      const feed = await fetch(`${site.url}${path}.rss`);
      expect(feed.headers.get('content-type')).toContain('application/rss+xml');
    }
  });
});
