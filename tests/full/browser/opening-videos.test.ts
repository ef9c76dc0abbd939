/** Whichever way a video is opened, it counts one view; whoever goes back finds everything as it was. */
import type { Locator, Page, Request } from 'playwright-core';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { holdRequests } from '../../support/hold-requests.ts';
import { watchNewTabs } from '../../support/new-tabs.ts';
import { answerForExampleCom, demoSite, open } from '../../support/public-site.ts';

const demo = demoSite();

let id: number;
let list: string;
beforeEach(async () => {
  const tag = `opened-${Math.random().toString(36).slice(2)}`;
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

const isReport = (request: Request) => request.url().includes('/api/updateviews/');

/** The views that a browser reports from now on, in all of its tabs. */
const reportsOf = (page: Page) => {
  const context = page.context();
  const reports: Promise<unknown>[] = [];
  const record = (request: Request) => {
    if (isReport(request)) reports.push(request.response());
  };
  context.on('request', record);
  // Later tests reuse the context.
  onTestFinished(() => void context.off('request', record));
  return reports;
};

const slowScripts = (page: Page) => holdRequests(page, '**/assets/*.js');

describe('one view is counted for', () => {
  it.each([
    ['a click', {}],
    ['a double click', { clickCount: 2 }],
    ['a triple click', { clickCount: 3, delay: 20 }],
  ])('%s', async (_, click) => {
    const page = await demo.visit(list);
    const reports = reportsOf(page);
    // All clicks hit the card, none what the video's page has in its place.
    const release = await holdRequests(page, '**/video/*.data*');
    await card(page).click(click);
    release();
    await arrival(page);
    await Promise.all(reports);
    expect(await views()).toBe(8);
  });

  it('Enter on a focused card', async () => {
    const page = await demo.visit(list);
    const reports = reportsOf(page);
    await card(page).press('Enter');
    await arrival(page);
    await Promise.all(reports);
    expect(await views()).toBe(8);
  });

  it.each<[string, Parameters<Locator['click']>[0]]>([
    ['the middle button', { button: 'middle' }],
    ['Control', { modifiers: ['Control'] }],
    ['Shift', { modifiers: ['Shift'] }],
  ])('a click with %s, which the card it was on shows at once', async (_, click) => {
    const page = await demo.visit(list);
    const reportsFromList: Request[] = [];
    page.on('request', (request) => {
      if (isReport(request)) reportsFromList.push(request);
    });
    const newTabs = await watchNewTabs(page);
    await card(page).click(click);
    await expect.poll(() => card(page).textContent()).toContain('8 views');
    await expect.poll(newTabs.urls).toEqual([`${demo.site.url}/video/${id}-opened-once`]);
    // The new tab reports the view, so a report from the list would count it twice.
    await expect.poll(views).toBe(8);
    expect(reportsFromList).toEqual([]);
  });

  it('a double click before the scripts have loaded', async () => {
    const page = await demo.visitor({ isNew: true });
    const load = await slowScripts(page);
    await page.goto(list, { waitUntil: 'commit' });
    const reports = reportsOf(page);
    await card(page).click({ clickCount: 2 });
    load();
    await arrival(page);
    await expect.poll(views).toBe(8);
    await Promise.all(reports);
    expect(await views()).toBe(8);
  });

  it('somebody who has answered the age gate, not before', async () => {
    const page = await demo.visitor({ isAdult: false });
    const reports = reportsOf(page);
    await open(page, `/video/${id}`);
    expect(reports).toHaveLength(0);
    await page.getByRole('button', { name: /18/ }).click();
    await expect.poll(views).toBe(8);
  });
});

describe('going back', () => {
  const scrolled = (page: Page) => page.evaluate(() => scrollY);
  const related = (page: Page) => page.getByRole('list', { name: 'Related Videos' }).getByRole('link');

  it('after a click before the scripts have loaded, the card shows the new count', async () => {
    const page = await demo.visitor({ isNew: true });
    const load = await slowScripts(page);
    await page.goto(list, { waitUntil: 'commit' });
    await card(page).click();
    load();
    await arrival(page);
    await expect.poll(views).toBe(8);
    await page.goBack();
    await expect.poll(() => card(page).textContent()).toContain('8 views');
  });

  const withMoreLoaded = async () => {
    const page = await demo.visit('/video/1');
    await page.getByRole('link', { name: 'Load More' }).click();
    await expect.poll(() => related(page).count()).toBe(32);
    const last = related(page).last();
    await last.scrollIntoViewIfNeeded();
    return { page, last, href: await last.getAttribute('href'), top: await scrolled(page) };
  };

  it('from another site it is as well', async () => {
    const { page, top } = await withMoreLoaded();
    await answerForExampleCom(page);
    await page.evaluate(() => location.assign('https://example.com/elsewhere'));
    await page.waitForURL('https://example.com/elsewhere');
    await page.goBack();
    await expect.poll(() => related(page).count()).toBe(32);
    await expect.poll(() => scrolled(page)).toBe(top);
  });

  it('another visit of the same video starts with its first related videos', async () => {
    const { page } = await withMoreLoaded();
    await open(page, '/video/1');
    await expect.poll(() => related(page).count()).toBe(16);
  });
});

describe('Load More', () => {
  it('moves the focus from itself to the first card that it brought', async () => {
    const page = await demo.visit('/video/1');
    const cards = page.getByRole('list', { name: 'Related Videos' }).getByRole('link');
    await page.getByRole('link', { name: 'Load More' }).press('Enter');
    await expect.poll(() => cards.count()).toBe(32);
    const focused = () => cards.nth(16).evaluate((link) => link === document.activeElement);
    await expect.poll(focused).toBe(true);
  });
});
