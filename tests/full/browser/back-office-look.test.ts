/** The back-office at the widths of a phone, a tablet and two desktops, with texts of any length. */
import { beforeAll, expect, it } from 'vitest';
import { backOffice } from '../../support/back-office-site.ts';
import { phone } from '../../support/public-site.ts';

const office = backOffice();

const title = 'Supercalifragilisticexpialidocious'.repeat(6);

beforeAll(async () => {
  const post = { titel: title, imageUrl: '/icon-192.png', Category: 'indian', name: [title.slice(0, 90)] };
  await office.call('POST', '/postdata', post);
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
