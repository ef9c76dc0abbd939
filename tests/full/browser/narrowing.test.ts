/** Lists are sorted and narrowed by links and a form, with and without JavaScript. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoSite, desktop, open, phone } from '../../support/public-site.ts';

const demo = demoSite();

const bar = (page: Page) => page.locator('.narrowing');
const openBar = (page: Page) => bar(page).locator('summary').click();
const choice = (page: Page, group: string, label: string) =>
  bar(page)
    .getByRole('list', { name: group })
    .getByRole('link', { name: new RegExp(`^${label} `) });
const countIn = async (page: Page, group: string, label: string) =>
  Number((await choice(page, group, label).locator('small').textContent())?.replace(',', ''));
const total = (page: Page, count: number) => page.getByText(`${count.toLocaleString('en')} videos`, { exact: true });

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_, javaScriptEnabled) => {
  const visit = async (path: string) => {
    const page = await demo.visitor({ ...desktop, javaScriptEnabled });
    if (javaScriptEnabled) await open(page, path);
    else await enter(page, path);
    return page;
  };
  const enter = async (page: Page, path?: string) => {
    if (path !== undefined) await page.goto(path);
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'I am 18 or older' }).click();
  };

  it('each choice leads to as many videos as it says, and is taken back by its chip', async () => {
    const page = await visit('/tag/milf');
    await openBar(page);
    const long = await countIn(page, 'Length', 'Over 30 min');
    await choice(page, 'Length', 'Over 30 min').click();
    await page.waitForURL('**/tag/milf?duration=long');
    await enter(page);
    await total(page, long).waitFor();

    await openBar(page);
    const tagged = await countIn(page, 'Also tagged', 'rooftop');
    await choice(page, 'Also tagged', 'rooftop').click();
    await page.waitForURL('**/tag/milf?duration=long&with=rooftop');
    await enter(page);
    await total(page, tagged).waitFor();

    await page.getByRole('link', { name: 'Remove Over 30 min' }).click();
    await page.waitForURL('**/tag/milf?with=rooftop');
    await enter(page);
    await page.getByRole('link', { name: 'Clear all' }).click();
    await page.waitForURL('**/tag/milf');
    await enter(page);
    await expect.poll(() => page.getByRole('link', { name: 'Clear all' }).count()).toBe(0);
  });

  it('the form adds tags to what is selected', async () => {
    const page = await visit('/new-content?with=rooftop');
    await openBar(page);
    await page.getByLabel('Tags or performers to include').fill('Slow Motion');
    await page.getByLabel('Tags or performers to leave out').fill('night, outdoor');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL('**/new-content?*without=*');
    await enter(page);
    for (const label of ['With rooftop', 'With slow motion', 'Without night', 'Without outdoor'])
      await page.getByRole('link', { name: `Remove ${label}`, exact: true }).waitFor();
  });
});

it('the form takes performers by their name', async () => {
  const page = await demo.visit('/new-content', desktop);
  await openBar(page);
  const performer = bar(page).getByRole('list', { name: 'With' }).getByRole('link').first();
  const count = (await performer.locator('small').textContent()) ?? '';
  const name = ((await performer.textContent()) ?? '').slice(0, -count.length);
  await page.getByLabel('Tags or performers to include').fill(name);
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL('**/new-content?with=*');
  await expect.poll(() => page.getByText(`${count} videos`, { exact: true }).count()).toBe(1);
});

it('no further name is offered where one more would not be read', async () => {
  const page = await demo.visit('/new-content?with=a,b,c,d,e,f,g,h', desktop);
  await openBar(page);
  await expect.poll(() => page.getByLabel('Tags or performers to include').count()).toBe(0);
});

it('a list is sorted by a link', async () => {
  const page = await demo.visit('/most-liked', desktop);
  await openBar(page);
  const sorts = bar(page).getByRole('list', { name: 'Sort' });
  await expect.poll(() => sorts.locator('[aria-current]').allTextContents()).toEqual(['Most liked']);
  await sorts.getByRole('link', { name: 'Longest' }).click();
  await page.waitForURL('**/most-liked?sort=longest');
  await page.getByRole('link', { name: 'Remove Longest' }).waitFor();
  const badges = () => page.locator('.video-grid .card-badge').allTextContents();
  const minutesOf = (badge: string) => {
    const [, hours = '0', minutes = '0'] = /^(?:(\d+)h )?(\d+)/.exec(badge) ?? [];
    return Number(hours) * 60 + Number(minutes);
  };
  await expect
    .poll(async () => {
      const lengths = (await badges()).map(minutesOf);
      return lengths.length > 0 && lengths.every((length, at) => at === 0 || length <= (lengths[at - 1] ?? 0));
    })
    .toBe(true);
});

it('an empty list offers to clear all', async () => {
  const page = await demo.visit('/tag/milf?with=no-such-tag', desktop);
  await page.getByText('Nothing is left with all that is selected.').waitFor();
  await page.getByRole('link', { name: 'Clear all' }).click();
  await page.waitForURL('**/tag/milf');
});

it('on a phone the videos stay in view until the choices are opened', async () => {
  const page = await demo.visit('/top-videos', phone);
  const top = async () => (await page.locator('.video-grid').boundingBox())?.y ?? Number.POSITIVE_INFINITY;
  expect(await top()).toBeLessThan(phone.viewport.height / 2);
  await openBar(page);
  await choice(page, 'Length', 'Over 30 min').waitFor();
});
