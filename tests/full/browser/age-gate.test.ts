/** The age gate, which visitors confirm before anything is shown. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoSite, desktop, phone } from '../../support/public-site.ts';

const demo = demoSite({}, { loadsImages: true });
const widestRow = 4;

const ageGate = (page: Page) => page.getByRole('dialog', { name: 'Adults only' });
const enter = (page: Page) => page.getByRole('button', { name: 'I am 18 or older' });
const imageRequestsOf = (page: Page) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image' && !/\/icon|favicon/.test(request.url())) requested.push(request.url());
  });
  return requested;
};
const screens = ['/', '/video/1', '/tag/milf', '/category/milfnut', '/pornstars', '/our-network', '/search?q=milf'];

describe('the age gate', () => {
  it('is shown on a first visit to any page, and no picture is requested before it is answered', async () => {
    const page = await demo.visitor({ isAdult: false, isNew: true });
    const requested = imageRequestsOf(page);
    for (const path of screens) {
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(await ageGate(page).isVisible(), path).toBe(true);
      expect(await page.locator('main').isVisible(), path).toBe(false);
    }
    expect(requested).toEqual([]);
    await enter(page).click();
    await expect.poll(() => requested.length).toBeGreaterThan(widestRow);
    await expect.poll(() => ageGate(page).count()).toBe(0);
    await expect.poll(() => page.locator('main').isVisible()).toBe(true);
  });

  it('lets pictures in view be requested without the style sheet, as soon as the visitor is known to be an adult', async () => {
    const page = await demo.visitor({ isNew: true });
    const requested = imageRequestsOf(page);
    let showStyles = () => {};
    await page.route('**/*.css', async (route) => {
      await new Promise<void>((resolve) => {
        showStyles = resolve;
      });
      await route.continue();
    });
    const opened = page.goto('/new-content');
    // A lazy picture waits for the layout, and with it for the style sheet.
    await expect.poll(() => requested.length).toBe(widestRow);
    showStyles();
    await opened;
  });

  it.each([
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/156.0.0.0 Safari/537.36',
  ])('does not hide the site from a search engine, which counts no view: %s', async (userAgent) => {
    const page = await demo.visitor({ isAdult: false, userAgent });
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    for (const path of screens) {
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(await page.locator('main').isVisible(), path).toBe(true);
      expect(await ageGate(page).count(), path).toBe(0);
    }
    expect(posts.filter((url) => url.includes('/updateviews/'))).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('adult'))).toBeNull();
  });

  it.each(['Mozilla/5.0 (compatible; MyGooglebotReader/1.0)', 'curl/8.0', ' '])(
    'stays for any other user agent: %s',
    async (userAgent) => {
      const page = await demo.visitor({ isAdult: false, userAgent });
      await page.goto('/', { waitUntil: 'networkidle' });
      expect(await ageGate(page).isVisible()).toBe(true);
      expect(await page.locator('main').isVisible()).toBe(false);
    },
  );

  it.each([
    ['a desktop', desktop],
    ['a phone', phone],
  ])('covers the whole screen of %s', async (_, size) => {
    const page = await demo.visit('/', { isAdult: false, ...size });
    await expect.poll(() => ageGate(page).boundingBox()).toEqual({ x: 0, y: 0, ...size.viewport });
  });

  it('an answer that cannot be stored for 30 days lasts for the visit', async () => {
    const page = await demo.visitor({ isAdult: false, isNew: true });
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('Storage is off', 'SecurityError');
        },
      });
    });
    await page.goto('/');
    await enter(page).click();
    await page.goto('/tags');
    await expect.poll(() => ageGate(page).count()).toBe(0);
    await expect.poll(() => page.locator('main').isVisible()).toBe(true);
  });

  it('asks somebody who comes from the back-office too', async () => {
    const page = await demo.visitor({ isAdult: false });
    await page.goto('/admin');
    await page.locator('a.logo').click();
    await page.waitForURL(`${demo.site.url}/`);
    await ageGate(page).waitFor();
  });
});
