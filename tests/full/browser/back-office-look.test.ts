/** The back-office at the widths of a phone, a tablet and two desktops, with texts of any length. */
import { beforeAll, expect, it } from 'vitest';
import { adminScreens } from '../../support/admin-screens.ts';
import { backOffice, openScreen } from '../../support/back-office-site.ts';
import { phone } from '../../support/public-site.ts';
import { whenLoaded } from '../../support/signed-in-browser.ts';
import { readOverflow } from './read-screen.ts';

const office = backOffice();

const widths = [390, 820, 1000, 1100, 1440];
const title = 'Supercalifragilisticexpialidocious'.repeat(6);

beforeAll(async () => {
  const post = { titel: title, imageUrl: '/icon-192.png', Category: 'indian', name: [title.slice(0, 90)] };
  const publishAt = new Date(Date.now() + 86_400_000).toISOString();
  await office.call('POST', '/postdata', post);
  await office.call('POST', '/postdata', { ...post, state: 'scheduled', publishAt });
});

it('no screen is wider than the window', { timeout: 120_000 }, async () => {
  const page = await office.signedIn();
  for (const url of [...adminScreens, '/admin/posts?state=scheduled']) {
    await openScreen(page, url);
    await whenLoaded(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await page.evaluate(readOverflow), `${url} at ${width} px`).toEqual([]);
    }
  }
});

it('at 1100 px, a long title has two lines and room for words', async () => {
  const page = await office.open('/admin/posts', { viewport: { width: 1100, height: 800 } });
  const box = await page.getByRole('cell', { name: title }).getByText(title).boundingBox();
  expect(box?.width).toBeGreaterThan(140);
  expect(box?.height).toBeLessThan(50);
});

it('on a phone, the actions of a row are as wide as their sheet', async () => {
  const page = await office.open('/admin/posts', phone);
  await page
    .getByRole('button', { name: /^Actions / })
    .first()
    .click();
  const button = page.getByRole('button', { name: /^Delete / }).first();
  await expect.poll(async () => (await button.boundingBox())?.width).toBeGreaterThan(300);
});

it('on a phone, the bar of a selection stands in for the add button', async () => {
  const page = await office.open('/admin/posts', phone);
  const add = page.getByRole('button', { name: 'Add Post' });
  await add.waitFor();
  await page
    .getByRole('checkbox', { name: /^Select / })
    .nth(1)
    .check();
  await page.getByRole('button', { name: 'Change…' }).waitFor();
  expect(await add.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await add.waitFor();
});
