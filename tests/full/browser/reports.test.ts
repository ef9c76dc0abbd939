/** Anybody can report something, with and without JavaScript. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { caseKinds } from '#contract/values/cases.ts';
import { reportForms } from '#contract/values/reports.ts';
import { accessibilityProblems, still } from '../../support/axe.ts';
import { demoSite, phone } from '../../support/public-site.ts';

const demo = demoSite();
/** All tests have one network, and would reach its limit together. */
beforeEach(() =>
  demo.site.database.db.updateTable('cases').set({ sender: null, network: null, has_proof: true }).execute(),
);

const fill = async (page: Page, texts: Record<string, string>) => {
  for (const [name, text] of Object.entries(texts)) {
    const field = page.locator(`main [name="${name}"]`);
    if ((await field.count()) > 0) await field.first().fill(text);
  }
};
const texts = {
  description: 'The person beside the lighthouse.',
  work: 'A film about lighthouses.',
  rightsHolder: 'Harbour Films',
  name: 'Ida Example',
  email: 'ida@example.com',
};
const fillEverything = async (page: Page, url: string) => {
  await fill(page, { urls: url, ...texts });
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  const self = page.getByRole('radio', { name: 'I am the person shown' });
  if ((await self.count()) > 0) await self.check();
};
const send = (page: Page) => page.getByRole('button', { name: 'Send report' }).click();
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

let next = 100;
/** A video that nothing was reported about. */
const newVideo = () => ++next;

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_, javaScriptEnabled) => {
  const visitor = () => demo.visitor({ javaScriptEnabled, isAdult: false, ...phone });

  it.each(caseKinds)('a visitor reports: %s', async (kind) => {
    const id = newVideo();
    const page = await visitor();
    await page.goto(`/report#video=${id}`);
    await page.getByRole('link', { name: reportForms[kind].title }).click();
    await page.getByRole('heading', { level: 1, name: reportForms[kind].title }).waitFor();
    // Without JavaScript, nothing reads the fragment, and the form asks for the URL.
    if (kind !== 'other' && javaScriptEnabled)
      await expect.poll(() => page.locator('main [name=urls]').inputValue()).toContain(`/video/${id}`);
    await fillEverything(page, `/video/${id}`);
    await send(page);
    if (kind === 'dead_link') return page.getByText('Thank you. We will look at the link.').waitFor();
    await page.waitForURL('**/report/status/*');
    expect(await heading(page).textContent()).toMatch(/^Report \d{4}-\d{6}$/);
    const isHidden = kind === 'minor' || kind === 'intimate_image';
    expect((await fetch(`${demo.site.url}/video/${id}`)).status).toBe(isHidden ? 410 : 200);
  });

  it('a form with errors says what is missing and keeps what was typed', async () => {
    const page = await visitor();
    await page.goto('/report?kind=copyright');
    await fill(page, { urls: '/video/1', work: 'My\nfilm', email: 'not an email' });
    await page.getByRole('checkbox').first().check();
    await send(page);
    await page.getByText('Enter who holds the rights.').waitFor();
    await page.getByText('Enter an email address such as name@example.com.').waitFor();
    expect(await page.locator('main [name=work]').inputValue()).toBe('My\nfilm');
    expect(await page.locator('main [name=urls]').inputValue()).toBe('/video/1');
    expect(await page.getByRole('checkbox').first().isChecked()).toBe(true);
    expect(await page.getByRole('checkbox').nth(1).isChecked()).toBe(false);
  });

  it('what was typed can be cleared, also after it was refused', async () => {
    const page = await visitor();
    await page.goto('/report?kind=other');
    await fill(page, { name: 'Ida Example' });
    await send(page);
    await page.getByText('Describe it in a few words.').waitFor();
    await page.getByRole('link', { name: 'Clear what I typed' }).click();
    await page.getByText('Describe it in a few words.').waitFor({ state: 'detached' });
    expect(await page.locator('main [name=name]').inputValue()).toBe('');
  });

  it('a password manager that fills in the hidden field does not keep anybody from reporting', async () => {
    const page = await visitor();
    await page.goto('/report?kind=other');
    await fill(page, { description: `Something ${newVideo()}` });
    await page.locator('main [name=website]').fill(`https://example.com/${'long'.repeat(100)}`, { force: true });
    await send(page);
    await page.waitForURL('**/report/status/*');
  });

  it('a report of more than a hundred URLs is received, and says above them what becomes of the others', async () => {
    const page = await visitor();
    await page.goto('/report?kind=minor');
    await fill(page, { urls: Array.from({ length: 101 }, (_, n) => `https://example.com/${n}`).join('\n') });
    await send(page);
    await page.waitForURL('**/report/status/*');
    await page.getByRole('region', { name: 'What you reported' }).getByText('You sent 101 URLs.').waitFor();
  });

  it('somebody in a hurry sends an intimate image with its URL alone', async () => {
    const page = await visitor();
    await page.goto('/report?kind=intimate_image');
    await fill(page, { urls: `/video/${newVideo()}` });
    await send(page);
    await page.getByRole('button', { name: 'Send it as it is' }).click();
    await page.waitForURL('**/report/status/*');
  });

  it('a report can be withdrawn, and a wrong address tells nothing', async () => {
    const page = await visitor();
    await page.goto('/report?kind=other');
    await fill(page, { description: `Something ${newVideo()}` });
    await send(page);
    await page.waitForURL('**/report/status/*');
    await page.getByText('Withdraw this report').click();
    await page.getByRole('button', { name: 'Withdraw it' }).click();
    await page.getByText('You withdrew your report.').waitFor();
    const response = await page.goto(`/report/status/${'A'.repeat(43)}`);
    expect(response?.status()).toBe(404);
    expect(await heading(page).textContent()).toBe('There is nothing here');
  });
});

describe('what was typed', () => {
  it.each([
    [
      'there is no connection',
      (page: Page) => page.route('**/api/reports', (route) => route.abort()),
      'could not be reached',
    ],
    [
      'the site fails',
      (page: Page) => page.route('**/api/reports', (route) => route.fulfill({ status: 503, body: '' })),
      'on our side',
    ],
    [
      'there were too many',
      (page: Page) => page.route('**/api/reports', (route) => route.fulfill({ status: 429, body: '' })),
      'Too many',
    ],
  ])('stays when %s', async (_, fail, sentence) => {
    const page = await demo.visit('/report?kind=other', { isAdult: false, ignoresErrors: true });
    await fail(page);
    await page.locator('main [name=description]').fill('A long story');
    await send(page);
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    expect(await page.locator('main [name=description]').inputValue()).toBe('A long story');
    await page.unroute('**/api/reports');
    await send(page);
    await page.waitForURL('**/report/status/*');
  });
});

it.each(['/report', ...caseKinds.map((kind) => `/report?kind=${kind}`)])('%s is accessible', async (path) => {
  const page = await demo.visit(path, { isAdult: false, ...phone, ...still });
  expect(await accessibilityProblems(page)).toEqual([]);
});
