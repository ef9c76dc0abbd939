/** How visitors open a video, leave for the page that hosts it or play it in place, and come back. */
import type { Page, Request } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { addVideo } from '../support/catalogue.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { demoSite, open } from '../support/public-site.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';

const demo = demoSite();

let videos = 0;
let id: number;
let list: string;
beforeEach(async () => {
  const tag = `opened-${++videos}`;
  list = `/search?q=${tag}`;
  id = await addVideo(demo.site.database.db, { title: 'Opened once', views: 7, tags: [tag] });
  await demo.site.index.waitUntilIndexed();
});

const card = (page: Page, video = id) => page.getByRole('main').locator(`a[href^="/video/${video}-"]`);
const views = async () => {
  const { rows } = await demo.site.database.pool.query('select total from video_views where video_id = $1', [id]);
  return rows[0].total as number;
};
const arrival = (page: Page) => page.waitForURL(`**/video/${id}-opened-once`);

/** The views that a browser reports from now on, in all of its tabs. */
const reportsOf = (page: Page) => {
  const context = page.context();
  const reports: Promise<unknown>[] = [];
  const record = (request: Request) => {
    if (request.url().includes('/api/updateviews/')) reports.push(request.response());
  };
  context.on('request', record);
  // Later tests reuse the context.
  onTestFinished(() => void context.off('request', record));
  return reports;
};

const focusedLink = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('href'));

const slowScripts = (page: Page) => holdRequests(page, '**/assets/*.js');

describe('one view is counted for', () => {
  it('a click before the scripts have loaded', async () => {
    const page = await demo.visitor({ isNew: true });
    const load = await slowScripts(page);
    await page.goto(list, { waitUntil: 'commit' });
    const reports = reportsOf(page);
    await card(page).click();
    load();
    await arrival(page);
    await expect.poll(views).toBe(8);
    await Promise.all(reports);
    expect(await views()).toBe(8);
  });

  it('a link from elsewhere, but not for a reload or for going back', async () => {
    const page = await demo.visitor();
    const reports = reportsOf(page);
    await open(page, `/video/${id}`);
    await arrival(page);
    // What a page reports, it reports when it is hydrated.
    const hydrated = () => page.waitForRequest('**/api/tags?limit=500');
    await Promise.all([hydrated(), page.reload()]);
    await arrival(page);
    await page.goto('/robots.txt');
    await Promise.all([hydrated(), page.goBack()]);
    await arrival(page);
    await Promise.all(reports);
    expect(reports).toHaveLength(1);
    expect(await views()).toBe(8);
  });

  it('a click while offline, once the video opens; going back, the card shows it and has the focus', async () => {
    const page = await demo.visit(list);
    await page.context().setOffline(true);
    await card(page).click();
    await page.getByText('You are offline.').waitFor();
    expect(await views()).toBe(7);
    await page.context().setOffline(false);
    await arrival(page);
    await expect.poll(views).toBe(8);
    await expect.poll(() => page.getByRole('article').locator('dd').first().textContent()).toBe('8');
    await page.goBack();
    await expect.poll(() => card(page).textContent()).toContain('8 views');
    await expect.poll(() => focusedLink(page)).toBe(`/video/${id}-opened-once`);
  });
});

describe('going back', () => {
  const scrolled = (page: Page) => page.evaluate(() => scrollY);
  const related = (page: Page) => page.getByRole('list', { name: 'Related Videos' }).getByRole('link');

  const withMoreLoaded = async () => {
    const page = await demo.visit('/video/1');
    await page.getByRole('link', { name: 'Load More' }).click();
    await expect.poll(() => related(page).count()).toBe(32);
    const last = related(page).last();
    await last.scrollIntoViewIfNeeded();
    return { page, last, href: await last.getAttribute('href'), top: await scrolled(page) };
  };

  it('what Load More had loaded is there, scrolled as it was, with the focus on the card', async () => {
    const { page, last, href, top } = await withMoreLoaded();
    await last.click();
    await page.waitForURL(`**${href}`);
    await page.goBack();
    await page.waitForURL('**/video/1-*');
    await expect.poll(() => related(page).count()).toBe(32);
    await expect.poll(() => focusedLink(page)).toBe(href);
    expect(await scrolled(page)).toBe(top);
    await page.getByRole('link', { name: 'Load More' }).click();
    await expect.poll(() => related(page).count()).toBe(48);
  });
});

describe('playing in place', () => {
  const player = 'https://player.example.com/embed/7';
  let id: number;
  const framePolicy = async (path: string) => {
    const policy = (await fetch(demo.site.url + path)).headers.get('content-security-policy') ?? '';
    return /frame-src ([^;]+)/.exec(policy)?.[1];
  };
  const withPlayer = async (embedUrl: string) => {
    const added = await addVideo(demo.site.database.db, { title: `Lanterns ${embedUrl}`, tags: ['night'] });
    await demo.site.database.pool.query('update videos set iframe_url = $1 where id = $2', [embedUrl, added]);
    await demo.site.index.waitUntilIndexed();
    return added;
  };
  /** The poster of the video is a link to the page that hosts it. */
  const expectToLeave = async (video: number) => {
    const $ = await demo.read(`/video/${video}`);
    const poster = $('main a[aria-label^="Play "]');
    expect(poster.attr('aria-label')).toMatch(/: Watch External$/);
    expect(poster.attr('href')).toMatch(/^https:\/\/example\.com\//);
  };
  beforeAll(async () => {
    id = await withPlayer(player);
  });

  /** What a player might do to get visitors away from the page. */
  const hostile = `<!doctype html><title>Player</title><script>
    const tried = [];
    try { top.location = 'https://elsewhere.example.com/'; } catch { tried.push('top'); }
    if (!window.open('https://elsewhere.example.com/')) tried.push('popup');
    document.title = tried.join(' ');
  </script>`;

  it('is off by default: the poster leaves the site, and no page may show a frame', async () => {
    expect(await framePolicy(`/video/${id}`)).toBe("'none'");
    await expectToLeave(id);
  });

  describe('once it is switched on', () => {
    beforeAll(async () => {
      const call = callerOf(demo.site, (await createSignedInAdmin(demo.site, 'main_admin')).cookie);
      expect((await call('PUT', '/settings', { playInPlace: true })).statusCode).toBe(200);
    });

    it('loads a sandboxed frame after a press on the poster, and not before', async () => {
      expect(await framePolicy('/new-content')).toBe('https:');
      const page = await demo.visitor();
      const requested: string[] = [];
      await page.route('https://player.example.com/**', (route) => {
        requested.push(route.request().url());
        return route.fulfill({ body: hostile, contentType: 'text/html' });
      });
      await open(page, `/video/${id}`);
      expect(requested).toEqual([]);
      await page.getByRole('link', { name: /^Play Lanterns/ }).click();
      const frame = page.locator('iframe');
      await expect.poll(() => frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin');
      await expect.poll(() => requested).toEqual([player]);
      await expect.poll(() => page.frame({ url: player })?.title()).toBe('top popup');
      expect(new URL(page.url()).pathname).toMatch(`/video/${id}`);
      expect(page.context().pages()).toHaveLength(1);
    });

    it.each(['http://player.example.com/embed/7', ''])(
      'a video with the player “%s” leaves the site all the same',
      async (url) => {
        await expectToLeave(await withPlayer(url));
      },
    );

    it('never allows frames in the back-office', async () => {
      expect(await framePolicy('/admin')).toBe("'none'");
    });
  });
});
