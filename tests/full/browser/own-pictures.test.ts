/** With the image proxy, no page makes a visitor's browser talk to another host before the visitor presses play. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { openPictureHost } from '../../support/picture-host.ts';
import { publicScreens } from '../../support/public-screens.ts';
import { demoSite, open, phone } from '../../support/public-site.ts';
import { until } from '../../support/until.ts';

// Before the site, which may fetch from it.
const host = await openPictureHost();
const demo = demoSite({ fetchAllow: host.allow }, { loadsImages: true });
let ids: number[];
beforeAll(async () => {
  const { db } = demo.site.database;
  const facts = { tags: ['milf', 'foreign'], performers: ['isla-torven'] };
  ids = [];
  for (let n = 1; n <= 20; n++)
    ids.push(
      await addVideo(db, {
        ...facts,
        title: `Foreign picture ${n}`,
        imageUrl: `${host.url}/${n}.jpg`,
        previewUrls: n === 20 ? [`${host.url}/clip.mp4`] : [`${host.url}/${n}-a.jpg`, `${host.url}/${n}-b.jpg`],
      }),
    );
  await db
    .updateTable('performers')
    .set({ image_url: `${host.url}/400.jpg` })
    .execute();
  await db
    .updateTable('tags')
    .set({ image_url: `${host.url}/401.jpg` })
    .where('slug', '=', 'foreign')
    .execute();
  await db
    .updateTable('partners')
    .set({ logo: `${host.url}/402.jpg` })
    .execute();
  const banners = [{ image: `${host.url}/403.jpg`, url: 'https://example.com/live' }];
  await db
    .insertInto('settings')
    .values({ key: 'site', value: JSON.stringify({ banners }) })
    .execute();
  await demo.site.index.waitUntilIndexed();
  await until(async () => Boolean((await demo.get('/settings')).banners[0].picture));
});
afterAll(() => host.close());

/** What a page asks other hosts for. */
const foreignRequests = (page: Page) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(demo.site.url)) requested.push(request.url());
  });
  return requested;
};

/** Scrolls through the page, so that its lazy pictures are loaded. */
const scrollThrough = (page: Page) =>
  page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await new Promise(requestAnimationFrame);
    }
  });

const screens = [...publicScreens, '/tag/foreign', '/search?q=isla', '/search?q=foreign'];
it.each(screens)('%s asks no other host for anything', async (path) => {
  const page = await demo.visitor();
  const requested = foreignRequests(page);
  const wanted = path === '/video/1' ? `/video/${ids[1]}` : path;
  await open(page, wanted);
  await scrollThrough(page);
  expect(requested).toEqual([]);
});

const card = (page: Page, n: number) => page.getByRole('main').locator(`a[href^="/video/${ids[n]}-"]`);

describe('a list of pictures of other sites', () => {
  it('shows them all in AVIF or WebP, in a size that fits', async () => {
    const page = await demo.visit('/tag/foreign', phone);
    await scrollThrough(page);
    const sources = () =>
      page
        .getByRole('main')
        .locator('img.thumbnail')
        .evaluateAll((images) =>
          (images as HTMLImageElement[]).filter(({ complete }) => complete).map(({ currentSrc }) => currentSrc),
        );
    await expect.poll(async () => (await sources()).length).toBe(16);
    for (const source of await sources()) expect(source).toMatch(/\/picture\/v\d+-[0-9a-f]{20}\/320\.avif$/);
    expect(new Set(host.asked)).toContain('/20.jpg');
  });

  it('plays no clip of another site, and shows stills from the proxy', async () => {
    const page = await demo.visitor({ reducedMotion: 'no-preference' });
    const requested = foreignRequests(page);
    await open(page, '/search?q=foreign');
    expect(await card(page, 19).getAttribute('data-previews')).toBeNull();
    await card(page, 18).hover();
    const shown = () => card(page, 18).locator('.card-preview').getAttribute('src');
    await expect.poll(shown).toMatch(/^\/picture\/v\d+-[0-9a-f]{20}\/640\.webp$/);
    expect(requested).toEqual([]);
  });

  it('shows a blurred placeholder below each picture that is known, without another request', async () => {
    // A page that nobody has opened before shows what others have loaded.
    const html = () => demo.html(`/tag/foreign?sort=newest&with=milf`);
    expect((await html()).match(/class="placeholder"/g)).toHaveLength(16);
    const page = await demo.visit('/tag/foreign?sort=newest&with=milf');
    const placeholder = page.locator('img.placeholder').first();
    expect(await placeholder.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(16);
    expect(await placeholder.getAttribute('alt')).toBe('');
  });

  it('works without JavaScript', async () => {
    const page = await demo.visitor({ javaScriptEnabled: false });
    const requested = foreignRequests(page);
    const [picture] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/picture/')),
      page.goto('/tag/foreign'),
    ]);
    expect([picture.status(), picture.headers()['content-type']]).toEqual([200, expect.stringMatching(/avif|webp/)]);
    expect(requested).toEqual([]);
  });
});

it('a library from before the proxy shows pictures from it, also those that were replaced since', async () => {
  const page = await demo.visitor();
  const requested = foreignRequests(page);
  const remembered = (n: number, image: string) => ({
    id: String(ids[n]),
    title: `Foreign picture ${n + 1}`,
    alt: '',
    image,
    views: 1,
    minutes: 2,
    tagWords: '',
    previews: [`${host.url}/${n}-a.jpg`],
  });
  await page.goto('/404');
  await page.evaluate(
    (videos) => localStorage.setItem('favourites', JSON.stringify(videos)),
    [remembered(1, `${host.url}/2.jpg`), remembered(2, `/picture/v${ids[2]}-00000000000000000000`)],
  );
  await open(page, '/mine');
  const images = page.getByRole('main').locator('img.thumbnail');
  await expect
    .poll(() => images.evaluateAll((all) => (all as HTMLImageElement[]).map(({ naturalWidth }) => naturalWidth > 0)))
    .toEqual([true, true]);
  await card(page, 1).hover();
  expect(requested).toEqual([]);
});

it('the portrait of a performer keeps its place beside the name', async () => {
  const page = await demo.visit('/pornstar/isla-torven');
  const portrait = await page.getByRole('img', { name: 'Portrait of Isla Torven' }).boundingBox();
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
  expect(portrait?.width).toBe(144);
  expect(heading?.x).toBeGreaterThan((portrait?.x ?? 0) + 144);
});

it('the content policy allows no other host', async () => {
  const policy = (await fetch(`${demo.site.url}/tag/foreign`)).headers.get('content-security-policy');
  expect(policy).toContain("img-src 'self' data:;");
  expect(policy).toContain("media-src 'self';");
});
