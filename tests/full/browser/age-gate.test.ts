/** The age gate, which visitors confirm before anything is shown. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { answerForExampleCom, demoSite, desktop, phone } from '../../support/public-site.ts';

const demo = demoSite({}, { loadsImages: true });
const widestRow = 4;
const thirtyDays = 30 * 24 * 60 * 60 * 1000;

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
  it('is shown on a first visit to any page, and only pictures of the first row are fetched before it is answered', async () => {
    const page = await demo.visitor({ isAdult: false, isNew: true });
    const requested = imageRequestsOf(page);
    for (const path of screens) {
      requested.length = 0;
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(await ageGate(page).isVisible(), path).toBe(true);
      expect(await page.locator('main').isVisible(), path).toBe(false);
      expect(requested.length, path).toBeLessThanOrEqual(widestRow);
    }
    await enter(page).click();
    await expect.poll(() => requested.length).toBeGreaterThan(widestRow);
    await expect.poll(() => ageGate(page).count()).toBe(0);
    await expect.poll(() => page.locator('main').isVisible()).toBe(true);
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

  it('nothing flashes behind it: the site is not painted in any frame', async () => {
    const page = await demo.visitor({ isAdult: false, isNew: true });
    await page.addInitScript(() => {
      const visible: boolean[] = [];
      Object.assign(window, { visible });
      const look = () => {
        const site = document.getElementById('site');
        if (site) visible.push(site.checkVisibility());
        requestAnimationFrame(look);
      };
      look();
    });
    await page.goto('/', { waitUntil: 'networkidle' });
    const visible = await page.evaluate(() => (window as unknown as { visible: boolean[] }).visible);
    expect(visible.length).toBeGreaterThan(0);
    expect(visible).not.toContain(true);
  });

  it('can be answered by keyboard, and traps the focus', async () => {
    const page = await demo.visit('/', { isAdult: false });
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(focused).toBe('I am 18 or older');
    const passed = [];
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press('Tab');
      passed.push(await page.evaluate(() => document.activeElement?.closest('main, header, footer') !== null));
    }
    expect(passed).not.toContain(true);
    await enter(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => ageGate(page).count()).toBe(0);
  });

  it('has a name and a description for screen readers', async () => {
    const page = await demo.visit('/', { isAdult: false });
    await expect.poll(() => ageGate(page).getAttribute('aria-modal')).toBe('true');
    const description = await ageGate(page).getAttribute('aria-describedby');
    await expect.poll(() => page.locator(`#${description}`).textContent()).toContain('18 or older');
  });

  it('Leave goes to the URL of the settings', async () => {
    const page = await demo.visit('/', { isAdult: false });
    const { leaveUrl } = await demo.get('/settings');
    await answerForExampleCom(page);
    await ageGate(page).getByRole('link', { name: 'Leave' }).click();
    await page.waitForURL(leaveUrl);
  });

  it('the answer is stored in the browser for 30 days', async () => {
    const page = await demo.visitor({ isAdult: false });
    await page.goto('/');
    await enter(page).click();
    await page.goto('/tags');
    await expect.poll(() => ageGate(page).count()).toBe(0);
    const later = async (time: number) => {
      await page.evaluate((at) => localStorage.setItem('adult', String(at)), Date.now() - time);
      await page.goto('/tags');
      return ageGate(page).count();
    };
    expect(await later(thirtyDays - 60_000)).toBe(0);
    expect(await later(thirtyDays + 60_000)).toBe(1);
    expect(await page.context().cookies()).toEqual([]);
  });

  it('gives the focus to the heading of the page once it is answered', async () => {
    const page = await demo.visit('/tags', { isAdult: false });
    await enter(page).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  });

  it('answering in one tab opens the others, with the focus on their headings', async () => {
    const page = await demo.visit('/', { isAdult: false });
    const other = await page.context().newPage();
    await other.goto('/tags');
    await enter(page).click();
    await ageGate(other).waitFor({ state: 'hidden' });
    await expect.poll(() => other.locator('main').isVisible()).toBe(true);
    await expect.poll(() => other.evaluate(() => document.activeElement?.tagName)).toBe('H1');
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

  it('stays closed if the style sheet cannot be loaded', async () => {
    const page = await demo.visitor({ isAdult: false, ignoresErrors: true });
    await page.route('**/*.css', (route) => route.abort());
    await page.goto('/');
    await expect.poll(() => page.locator('main').isVisible()).toBe(false);
    await enter(page).click();
    await expect.poll(() => page.locator('main').isVisible()).toBe(true);
  });

  it('asks somebody who comes from the back-office too', async () => {
    const page = await demo.visitor({ isAdult: false });
    await page.goto('/admin');
    await page.locator('a.logo').click();
    await page.waitForURL(`${demo.site.url}/`);
    await ageGate(page).waitFor();
  });

  it('the HTML behind it is complete for crawlers', async () => {
    const html = await demo.html('/');
    expect(html.match(/<a [^>]*href="\/video\/\d+-[^"]*"/g)).toHaveLength(16);
    expect(html).toContain('<meta name="rating" content="adult"/>');
    expect(html).toContain('<meta name="rating" content="RTA-5042-1996-1400-1577-RTA"/>');
  });

  it.each(['/', '/robots.txt', '/sitemap.xml', '/api/tags', '/art/1.svg', '/no/such/page', '/api/nothing'])(
    '%s has the RTA label of adult content',
    async (path) => {
      const { headers } = await fetch(demo.site.url + path);
      expect(headers.get('rating')).toBe('RTA-5042-1996-1400-1577-RTA');
    },
  );
});
