/** The figures about notices, as visitors and admins see them. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { backOffice } from '../../support/back-office-site.ts';
import { openCase } from '../../support/open-case.ts';

const office = backOffice();

const figuresOf = (page: Page, kind: string) => page.getByRole('row', { name: kind }).getByRole('cell');
const publish = async (publishTransparency: boolean) => {
  await office.call('PUT', '/settings', { publishTransparency });
  const status = publishTransparency ? 200 : 404;
  await expect.poll(async () => (await fetch(`${office.site.url}/transparency`)).status).toBe(status);
};

it('the page that was published shows visitors the figures of any months', async () => {
  await publish(true);
  const id = await openCase(office.site, { kind: 'personal_data', urls: ['https://elsewhere.example/a'] });
  const received = { received_at: new Date('2026-02-15T12:00:00Z') };
  await office.site.database.db.updateTable('cases').set(received).where('id', '=', Number(id)).execute();
  const page = await office.newPage({});
  await page.goto('/terms');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Transparency' }).click();
  await page.getByRole('heading', { level: 1, name: 'Transparency' }).waitFor();
  const show = async (from: string, to: string) => {
    await page.getByLabel('From', { exact: true }).fill(from);
    await page.getByLabel('To', { exact: true }).fill(to);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(`**/transparency?from=${from}&to=${to}`);
  };
  await show('2020-01', '2020-03');
  await expect.poll(() => figuresOf(page, 'Personal data').first().textContent()).toBe('0');
  await show('2026-02', '2026-02');
  await expect.poll(() => figuresOf(page, 'Personal data').first().textContent()).toBe('1');
  await publish(false);
});

it('admins see the figures of any days, and whether they are published', async () => {
  await openCase(office.site, { kind: 'copyright', urls: ['https://elsewhere.example/b'] });
  const page = await office.open('/admin/transparency', { role: 'admin' });
  await page.getByText('These figures are not public').waitFor();
  await expect.poll(async () => Number(await figuresOf(page, 'Copyright').first().textContent())).toBeGreaterThan(0);
  await page.getByLabel('From', { exact: true }).fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await page.getByText('Notices received from Jan 1, 2020 to Jan 31, 2020.').waitFor();
  await expect.poll(() => figuresOf(page, 'Copyright').first().textContent()).toBe('0');
});
