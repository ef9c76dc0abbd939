/** The screen that checks what search engines see. */
import { expect, it } from 'vitest';
import { alertOf, backOffice } from '../../support/back-office-site.ts';

const office = backOffice();

it('a check is started with one action however often the button is pressed, shows how far it is, and can be cancelled', async () => {
  const page = await office.open('/admin/seo');
  await page.getByText('No checks yet').waitFor();
  await page.getByRole('button', { name: 'Start a check' }).dblclick();
  await expect
    .poll(async () => Number(/^([\d,]+) of/.exec((await page.locator('#check-progress').textContent()) ?? '')?.[1]))
    .toBeGreaterThan(0);
  await expect.poll(() => page.getByRole('progressbar').count()).toBe(1);
  const found = page.getByRole('row', { name: /running/ }).getByRole('cell');
  await expect.poll(async () => (await found.allTextContents()).slice(-2)).toEqual(['–', '–']);
  await expect.poll(() => alertOf(page, 'A check is already running.').count()).toBe(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Start a check' }).waitFor();
  await page.getByRole('cell', { name: 'canceled' }).waitFor();
});
