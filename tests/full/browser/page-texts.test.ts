/** How an operator writes the pages of the footer. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { defaultPageTexts } from '#contract/values/info-page-texts.ts';
import { alertOf, backOffice, openScreen } from '../../support/back-office-site.ts';

const office = backOffice();

const summaryOf = (page: Page, title: string) => page.locator('main summary', { hasText: title });
const editorOf = async (page: Page, title: string) => {
  await summaryOf(page, title).click();
  return {
    text: page.getByLabel(`Text of the page “${title}”`, { exact: true }),
    preview: page.getByLabel(`Preview of the page “${title}”`),
  };
};
const checklist = (page: Page) => page.getByRole('region', { name: 'Still missing on these pages:' });
const save = (page: Page) => page.getByRole('button', { name: 'Save settings' }).click();

describe('the editor of a page', () => {
  it('shows what visitors would see while it is typed', async () => {
    const page = await office.open('/admin/settings');
    const { text, preview } = await editorOf(page, 'Terms');
    await text.fill('# Rules of {{operatorName}}\n\n**Be kind.** <script>alert(1)</script>');
    await preview.getByRole('heading', { level: 2, name: 'Rules of the operator of this site' }).waitFor();
    await page.getByLabel('Legal name').fill('Example Ltd');
    await preview.getByRole('heading', { level: 2, name: 'Rules of Example Ltd' }).waitFor();
    expect(await preview.locator('strong').textContent()).toBe('Be kind.');
    expect(await preview.locator('script').count()).toBe(0);
  });

  it('ignores the preview of an earlier text that arrives late', async () => {
    const page = await office.open('/admin/settings');
    const { text, preview } = await editorOf(page, 'Terms');
    await preview.getByRole('heading').first().waitFor();
    const { promise: isLater, resolve: later } = Promise.withResolvers<void>();
    await page.route('**/api/info-pages/preview', async (route) => {
      if (route.request().postData()?.includes('Earlier')) await isLater;
      await route.continue();
    });
    const requested = page.waitForRequest('**/api/info-pages/preview');
    const answered = page.waitForResponse((response) => response.request().postData()?.includes('Earlier') ?? false);
    await text.fill('Earlier');
    await requested;
    await text.fill('Later');
    await preview.getByText('Later').waitFor();
    later();
    await answered;
    await preview.getByText('Later').waitFor();
    expect(await preview.getByText('Earlier').count()).toBe(0);
  });

  it('says that there is no preview without a connection, and shows one again later', async () => {
    const page = await office.open('/admin/settings', { ignoresErrors: true });
    const { text, preview } = await editorOf(page, 'Terms');
    await preview.getByRole('heading').first().waitFor();
    await page.route('**/api/info-pages/preview', (route) => route.abort());
    await text.fill('Something');
    await preview.getByText('Network error. Please try again.').waitFor();
    await page.unroute('**/api/info-pages/preview');
    await text.fill('Something else');
    await preview.getByText('Something else').waitFor();
  });

  it('points out what looks like a placeholder and is none', async () => {
    const page = await office.open('/admin/settings');
    const { text } = await editorOf(page, 'Privacy');
    await text.fill('By {{oprator}}');
    await page.getByText('Unknown placeholder, shown to visitors as written: {{oprator}}.').waitFor();
  });

  it('takes the default text back after a question', async () => {
    const page = await office.open('/admin/settings');
    const { text } = await editorOf(page, 'Privacy');
    await text.fill('Mine');
    await page.getByRole('button', { name: 'Use the default text of the page “Privacy”' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replace' }).click();
    await expect.poll(() => text.inputValue()).toBe(defaultPageTexts.privacy);
  });

  it('opens by itself if the browser finds its text missing', async () => {
    const page = await office.open('/admin/settings');
    const { text } = await editorOf(page, 'Contact');
    await text.fill('');
    await summaryOf(page, 'Contact').click();
    await expect.poll(() => text.isVisible()).toBe(false);
    await save(page);
    await expect.poll(() => text.evaluate((area) => area === document.activeElement)).toBe(true);
  });

  it('opens by itself if the server refuses its text, with the sentence', async () => {
    const page = await office.open('/admin/settings');
    const { text } = await editorOf(page, 'Contact');
    await text.fill(' ');
    await summaryOf(page, 'Contact').click();
    await expect.poll(() => text.isVisible()).toBe(false);
    await save(page);
    await expect.poll(() => text.evaluate((area) => area === document.activeElement)).toBe(true);
    await page.getByText('Enter a text of the page “Contact”.').last().waitFor();
  });
});

describe('the checklist', () => {
  it('names what is missing with its pages, and leads to the field', async () => {
    const page = await office.open('/admin/settings');
    const row = checklist(page).getByRole('listitem').filter({ hasText: 'Copyright:' });
    const missing = row.getByRole('button', { name: 'name of the copyright agent' });
    await missing.click();
    const field = page.getByLabel('Copyright agent', { exact: true });
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
    await field.fill('Ada Quill');
    await expect.poll(() => missing.count()).toBe(0);
  });

  it('is gone once everything is filled in', async () => {
    const page = await office.open('/admin/settings');
    for (const label of ['Contact email', 'Email of the copyright agent'])
      await page.getByLabel(label, { exact: true }).fill('desk@example.com');
    for (const label of ['Legal name', 'Jurisdiction', 'Copyright agent', 'Custodian of records'])
      await page.getByLabel(label, { exact: true }).fill('Example Ltd');
    for (const label of [
      'Postal address',
      'Postal address of the copyright agent',
      'Postal address of the custodian of records',
    ])
      await page.getByLabel(label, { exact: true }).fill('1 Long Lane\nTown');
    await expect.poll(() => checklist(page).count()).toBe(0);
    await save(page);
    await alertOf(page, 'Settings saved.').waitFor();
    const { operator } = (await office.call('GET', '/settings')).json();
    expect(operator).toMatchObject({ name: 'Example Ltd', copyrightAgentAddress: '1 Long Lane\nTown' });
    await office.call('PUT', '/settings', {});
  });
});

it('a text that was not saved is offered again after a crash', async () => {
  const page = await office.open('/admin/settings', { isNew: true });
  const { text } = await editorOf(page, 'Records statement');
  await text.fill('Half a sentence');
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await openScreen(next, '/admin/settings');
  await next.getByRole('button', { name: /^Continue your draft from / }).click();
  const again = await editorOf(next, 'Records statement');
  await expect.poll(() => again.text.inputValue()).toBe('Half a sentence');
  await again.preview.getByText('Half a sentence').waitFor();
});
