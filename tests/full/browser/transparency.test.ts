/** The figures about notices, as visitors and admins see them. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { backOffice } from '../../support/back-office-site.ts';
import { openCase } from '../../support/open-case.ts';

const office = backOffice();

const figuresOf = (page: Page, kind: string) => page.getByRole('row', { name: kind }).getByRole('cell');
const publish = async (publishTransparency: boolean) => {
  await office.call('PUT', '/settings', { publishTransparency });
  const status = publishTransparency ? 200 : 404;
  await expect.poll(async () => (await fetch(`${office.site.url}/transparency`)).status).toBe(status);
};
const month = new Date().toISOString().slice(0, 7);

describe('the page for visitors', () => {
  it('does not exist until it is published, and then shows no videos in its place', async () => {
    const page = await office.newPage({ ignoresErrors: true });
    const response = await page.goto('/transparency');
    expect(response?.status()).toBe(404);
    await page.getByRole('heading', { name: '404 - Page Not Found' }).waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    expect(await page.content()).not.toMatch(/\/video\/\d/);
    expect(await page.getByRole('contentinfo').getByRole('link', { name: 'Transparency' }).count()).toBe(0);
  });

  it.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('once published shows the figures of any months to everyone, %s', async (_, javaScriptEnabled) => {
    await publish(true);
    await openCase(office.site, { kind: 'personal_data', urls: ['https://elsewhere.example/a'] });
    const page = await office.newPage({ javaScriptEnabled });
    await page.goto('/terms');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Transparency' }).click();
    await page.getByRole('heading', { level: 1, name: 'Transparency' }).waitFor();
    await page.getByLabel('From', { exact: true }).fill('2020-01');
    await page.getByLabel('To', { exact: true }).fill('2020-03');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL('**/transparency?from=2020-01&to=2020-03');
    await expect.poll(() => figuresOf(page, 'Personal data').first().textContent()).toBe('0');
    await page.goto(`/transparency?from=${month}&to=${month}`);
    await expect
      .poll(async () => Number(await figuresOf(page, 'Personal data').first().textContent()))
      .toBeGreaterThan(0);
    await publish(false);
  });

  it('shows the usual period for one that is none', async () => {
    await publish(true);
    const page = await office.newPage({});
    for (const query of ['?from=2026-13', '?from=2026-05&to=2026-01', '?from=<script>', '?from=1000-01&to=3000-01']) {
      await page.goto(`/transparency${query}`);
      expect(await page.getByLabel('To', { exact: true }).inputValue(), query).toBe(month);
    }
    await publish(false);
  });
});

it('admins see the figures of any days, and whether they are published', async () => {
  await openCase(office.site, { kind: 'copyright', urls: ['https://elsewhere.example/b'] });
  const page = await office.open('/admin/transparency', { role: 'admin' });
  await page.getByText('Visitors do not see these figures').waitFor();
  await expect.poll(async () => Number(await figuresOf(page, 'Copyright').first().textContent())).toBeGreaterThan(0);
  await page.getByLabel('From', { exact: true }).fill('2020-01-01');
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await page.getByText('Notices received from Jan 1, 2020 to Jan 31, 2020.').waitFor();
  await expect.poll(() => figuresOf(page, 'Copyright').first().textContent()).toBe('0');
});
