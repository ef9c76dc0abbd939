/** Public site, sections 1, 4 and 9: what a card shows and what a click on it does. */
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { holdRequests } from '../../support/hold-requests.ts';
import { watchNewTabs } from '../../support/new-tabs.ts';
import { demoSite } from '../../support/public-site.ts';

const demo = demoSite();

const thirty = 'Exactly thirty characters here';
let ids: { long: number; short: number; unsaid: number; once: number };
beforeAll(async () => {
  const { db } = demo.site.database;
  const tags = ['card-trial', 'milf'];
  const performers = ['wren-cardigan'];
  ids = {
    long: await addVideo(db, { title: `${thirty}!`, views: 123, minutes: 125, tags, performers }),
    short: await addVideo(db, { title: thirty, views: 2_500_000, minutes: 59, tags, performers }),
    unsaid: await addVideo(db, { title: 'Unsaid', views: 0, minutes: null, tags, performers }),
    once: await addVideo(db, { title: 'Once', views: 1, minutes: 8, tags, performers }),
  };
  await vi.waitUntil(async () => (await demo.get('/pornstar/wren-cardigan')).totalRecords === 4, { timeout: 10_000 });
});

const card = (page: Page, id: number) => page.getByRole('main').locator(`a[href^="/video/${id}-"]`);

describe('section 1: every video card', () => {
  it('shows thumbnail, title, views, duration and like percentage', async () => {
    const page = await demo.visit('/pornstar/wren-cardigan');
    const text = (id: number) => card(page, id).textContent();
    await expect.poll(() => card(page, ids.long).getByRole('img').isVisible()).toBe(true);
    expect(await text(ids.long)).toMatch(/2h 5m.*123 views.*62%/);
    expect(await text(ids.short)).toMatch(/59 min.*2\.5M views.*100%/);
    expect(await text(ids.unsaid)).toMatch(/N\/A.*0 views.*0%/);
    expect(await text(ids.once)).toMatch(/8 min.*1 view1%/);
  });

  it('section 9: a title over 30 characters is cut to 30 plus an ellipsis', async () => {
    const page = await demo.visit('/pornstar/wren-cardigan');
    await expect.poll(() => card(page, ids.long).getByText(`${thirty}…`, { exact: true }).isVisible()).toBe(true);
    await expect.poll(() => card(page, ids.short).getByText(thirty, { exact: true }).isVisible()).toBe(true);
  });

  it('section 3: the image is described by its keywords, or else by the title', async () => {
    const page = await demo.visit('/pornstar/wren-cardigan');
    await expect.poll(() => card(page, ids.unsaid).getByRole('img').getAttribute('alt')).toBe('Unsaid');
  });

  it('section 9: category cards show views followed by K+', async () => {
    const page = await demo.visit('/category/milfnut');
    await expect.poll(() => card(page, ids.long).textContent()).toContain('123K+');
  });
});

describe('section 9: tag page cards', () => {
  it('show only a thumbnail with a duration badge of mm:ss or hh:mm:ss, and K+ views', async () => {
    const page = await demo.visit('/tag/card-trial');
    const visibleText = async (id: number) =>
      (await card(page, id).locator(':scope > :not(.sr-only)').allTextContents()).join('');
    await expect.poll(() => visibleText(ids.short)).toMatch(/^2500000K\+59:[0-5]\d$/);
    await expect.poll(() => visibleText(ids.long)).toMatch(/^123K\+02:05:[0-5]\d$/);
  });

  it('have their title for those who read the page as text', async () => {
    const page = await demo.visit('/tag/card-trial');
    const title = card(page, ids.long).getByText(`${thirty}!`, { exact: true });
    await expect.poll(() => title.textContent()).toBe(`${thirty}!`);
    await expect.poll(async () => (await title.boundingBox())?.width).toBeLessThanOrEqual(1);
  });

  it('the seconds stay the same for the same video', async () => {
    const badges = async () => {
      const page = await demo.visit('/tag/card-trial');
      return page.getByRole('list', { name: 'card trial videos' }).allTextContents();
    };
    expect(await badges()).toEqual(await badges());
  });
});

describe('section 4: a click on a card', () => {
  it('raises the views immediately and posts the new count', async () => {
    const page = await demo.visit('/pornstar/wren-cardigan');
    const release = await holdRequests(page, '**/video/*.data*');
    const posted = page.waitForRequest(`**/api/updateviews/${ids.long}`);
    await card(page, ids.long).click();
    expect((await posted).postDataJSON()).toEqual({ views: 124 });
    await expect.poll(() => card(page, ids.long).textContent()).toContain('124 views');
    release();
    await page.waitForURL(`**/video/${ids.long}-*`);
    await expect.poll(async () => (await demo.get('/pornstar/wren-cardigan')).records[3].views).toBe(124);
  });

  it.each<[string, Parameters<Locator['click']>[0]]>([
    ['the middle button', { button: 'middle' }],
    ['Control', { modifiers: ['Control'] }],
    ['Shift', { modifiers: ['Shift'] }],
  ])('with %s opens the video in another page and stays here', async (_, click) => {
    const page = await demo.visit('/pornstar/wren-cardigan');
    const newTabs = await watchNewTabs(page);
    const url = `${demo.site.url}${await card(page, ids.long).getAttribute('href')}`;
    await card(page, ids.long).click(click);
    await expect.poll(newTabs.urls).toEqual([url]);
    expect(page.url()).toBe(`${demo.site.url}/pornstar/wren-cardigan`);
  });

  it('is a navigation within the page, and moves the focus to its content', async () => {
    const page = await demo.visit('/pornstar/wren-cardigan');
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await expect.poll(() => focused()).not.toBe('main');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await card(page, ids.short).click();
    await page.waitForURL(`**/video/${ids.short}-*`);
    await expect.poll(focused).toBe('main');
    await expect.poll(() => page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  it('section 8: continues when the count cannot be posted', async () => {
    const page = await demo.visit('/tag/card-trial');
    await page.route('**/api/updateviews/*', (route) => route.abort());
    await card(page, ids.unsaid).click();
    await page.waitForURL(`**/video/${ids.unsaid}-unsaid`);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });
});
