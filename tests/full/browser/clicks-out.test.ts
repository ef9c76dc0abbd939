/** A click that leads away is counted once, however it is made, and stays a plain link. */
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { watchNewTabs } from '../../support/new-tabs.ts';
import { answerForExampleCom, demoSite, open, type VisitorOptions } from '../../support/public-site.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';

const demo = demoSite();
const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Beacons that have arrived. */
let arrived = 0;
beforeAll(() => {
  demo.site.app.server.prependListener('request', ({ method, url }) => {
    if (method === 'POST' && url === '/api/clicks') arrived++;
  });
});
beforeEach(async () => {
  arrived = 0;
  await demo.site.database.db.deleteFrom('video_clicks').execute();
  await demo.site.database.db.deleteFrom('daily_results').execute();
});

/** A page whose links somebody may press; nobody does so faster than this. */
const opened = async (path: string, options: VisitorOptions) => {
  const page = await demo.visitor(options);
  await answerForExampleCom(page);
  await open(page, path);
  await page.waitForFunction(() => performance.now() > 300);
  return page;
};

/** How many clicks of each kind are stored in all. */
const stored = async () => {
  await demo.site.clicks.flush();
  const rows = await demo.site.database.db
    .selectFrom('daily_results')
    .select(['plays', 'other_links', 'embeds', 'visits'])
    .where('kind', '=', 'partner')
    .execute();
  return rows.reduce(
    (sum, row) => ({
      plays: sum.plays + row.plays,
      otherLinks: sum.otherLinks + row.other_links,
      embeds: sum.embeds + row.embeds,
      visits: sum.visits + row.visits,
    }),
    { plays: 0, otherLinks: 0, embeds: 0, visits: 0 },
  );
};
const none = { plays: 0, otherLinks: 0, embeds: 0, visits: 0 };

const play = (page: Page) => page.getByRole('link', { name: /^Play .*: Watch External$/ });

let visits = 0;
const somebody = () => `${userAgent} visitor/${++visits}`;

it.each<[string, (page: Page) => Promise<unknown>]>([
  ['a press of the play button', (page) => play(page).click()],
  ['Enter on the play button', (page) => play(page).press('Enter')],
  ['the button below it', (page) => page.getByRole('link', { name: /^Watch on / }).click()],
])('%s is counted once and leads straight there', async (_what, leave) => {
  const page = await opened('/video/1', { userAgent: somebody() });
  await Promise.all([page.waitForURL('https://example.com/**'), leave(page)]);
  await expect.poll(stored).toEqual({ ...none, plays: 1 });
  expect(arrived).toBe(1);
});

it.each<[string, (page: Page) => Promise<unknown>]>([
  ['a middle click', (page) => play(page).click({ button: 'middle' })],
  ['a click with Ctrl', (page) => play(page).click({ modifiers: ['Control'] })],
])('%s opens another tab and is counted once', async (_what, leave) => {
  const page = await opened('/video/2', { userAgent: somebody() });
  const tabs = await watchNewTabs(page);
  await leave(page);
  await expect.poll(async () => (await tabs.urls()).length).toBe(1);
  await expect.poll(stored).toEqual({ ...none, plays: 1 });
  expect(arrived).toBe(1);
});

it('a right click, and a click of a script, count nothing', async () => {
  const page = await opened('/video/3', { userAgent: somebody() });
  await play(page).click({ button: 'right' });
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('a[data-out]');
    link?.addEventListener('click', (event) => event.preventDefault());
    link?.click();
  });
  // What comes after them arrives alone.
  await Promise.all([
    page.waitForURL('https://example.com/**'),
    page.getByRole('link', { name: /^Watch on / }).click(),
  ]);
  await expect.poll(stored).toEqual({ ...none, plays: 1 });
  expect(arrived).toBe(1);
});

it('the link of a partner is counted for it', async () => {
  const page = await opened('/our-network', { userAgent: somebody() });
  const tabs = await watchNewTabs(page);
  await page
    .getByRole('link', { name: /^Visit / })
    .first()
    .click();
  await expect.poll(async () => (await tabs.urls()).length).toBe(1);
  await expect.poll(stored).toEqual({ ...none, visits: 1 });
});

it('no cookie is set, and a browser that says it is a program is not counted', async () => {
  const page = await opened('/video/4', { userAgent: 'Mozilla/5.0 (compatible; examplebot/1.0)' });
  const tabs = await watchNewTabs(page);
  await play(page).click({ modifiers: ['Control'] });
  await expect.poll(async () => (await tabs.urls()).length).toBe(1);
  await expect.poll(() => arrived).toBe(1);
  expect(await page.context().cookies()).toEqual([]);
  expect(await stored()).toEqual(none);
});

it('a browser without beacons sends the same by fetch', async () => {
  const page = await opened('/video/5', { userAgent: somebody() });
  await page.evaluate(() => Object.defineProperty(navigator, 'sendBeacon', { value: undefined }));
  await Promise.all([page.waitForURL('https://example.com/**'), play(page).click()]);
  await expect.poll(stored).toEqual({ ...none, plays: 1 });
});

it('starting the player on the page is counted as that', async () => {
  const { site } = demo;
  const id = await addVideo(site.database.db, { title: 'Lanterns' });
  await site.database.db
    .updateTable('videos')
    .set({ iframe_url: 'https://example.com/embed/7' })
    .where('id', '=', id)
    .execute();
  await site.index.waitUntilIndexed();
  const call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
  expect((await call('PUT', '/settings', { playInPlace: true })).statusCode).toBe(200);
  const page = await opened(`/video/${id}`, { userAgent: somebody() });
  await page
    .getByRole('button', { name: 'Play Lanterns' })
    .or(page.getByRole('link', { name: 'Play Lanterns' }))
    .click();
  await page.getByTitle('Player: Lanterns').waitFor();
  await expect.poll(stored).toEqual({ ...none, embeds: 1 });
  expect(arrived).toBe(1);
});
