/** What an operator prohibits, and what visitors who search for it are shown. */
import { expect, it } from 'vitest';
import { backOffice } from '../../support/back-office-site.ts';
import { addVideo } from '../../support/catalogue.ts';
import { calm, open, phone } from '../../support/public-site.ts';

const office = backOffice();

it('an operator prohibits a term, tries a text, and finds what matches', async () => {
  await addVideo(office.site.database.db, { title: 'Zyxwv pier' });
  const tag = { slug: 'zyxwv-mole', name: 'Zyxwv mole' };
  await office.site.database.db.insertInto('tags').values(tag).execute();
  const page = await office.open('/admin/settings');
  const part = page.getByRole('group', { name: 'What may never be listed' });
  await part.getByLabel('Prohibited terms').fill('qqqq\n\nzyxwv\n');
  await part.getByLabel('Allowed phrases').fill('zyxwv lighthouse');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved.').waitFor();

  const tried = part.getByLabel('Try a text or link');
  await tried.fill('A Z-y-x-w-v at the zyxwv lighthouse');
  await tried.press('Enter');
  await part.getByText('“zyxwv” may never be listed: the settings prohibit it.').waitFor();
  expect(await part.locator('mark').allTextContents()).toEqual(['Z-y-x-w-v']);
  await tried.fill('https://example.com/grapefruit');
  await part.getByRole('button', { name: 'Try' }).click();
  await part.getByText('It contains nothing prohibited.').waitFor();

  await part.getByRole('button', { name: 'Find matches' }).click();
  await part.getByText('2 matches found').waitFor();
  await part.getByRole('link', { name: 'Zyxwv mole' }).click();
  await page.getByRole('row').filter({ hasText: 'Zyxwv mole' }).waitFor();
  await page.goBack();
  await part.getByRole('button', { name: 'Find matches' }).click();
  await part.getByRole('link', { name: 'Zyxwv pier' }).click();
  await page.waitForURL('**/admin/posts?edit=*');
});

it('a term that would be found everywhere is refused at its field', async () => {
  const page = await office.open('/admin/settings', { ignoresErrors: true });
  const terms = page.getByLabel('Prohibited terms');
  await terms.fill('x');
  await page.getByRole('button', { name: 'Save settings' }).click();
  const note = page.locator(`#${await terms.getAttribute('aria-describedby')}`);
  await expect.poll(() => note.textContent()).toBe('“x” must have at least 2 letters or digits.');
});

it('a visitor who searches for a prohibited term is shown hotlines alone', async () => {
  const page = await office.newPage({ ...phone, ...calm }, { localStorage: { adult: String(Date.now()) } });
  await page.goto('/search?q=preteen');
  await page.waitForURL('**/get-help');
  await page.getByRole('heading', { level: 1, name: 'Help and hotlines' }).waitFor();
  expect(await page.content()).not.toContain('preteen');
  expect(await page.locator('main a[href^="/video/"]').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

it('a search typed in the box leads there too, and is not among the recent ones', async () => {
  const page = await office.newPage({ ...phone, ...calm }, { localStorage: { adult: String(Date.now()) } });
  await page.goto('/search?q=harbour');
  const box = page.locator('main').getByRole('combobox');
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  await box.fill('quiet harbour');
  await box.press('Enter');
  await expect.poll(stored).toContain('quiet harbour');
  await box.fill('under age');
  await box.press('Enter');
  await page.waitForURL('**/get-help');
  expect(await stored()).not.toContain('under age');
});

it('the name of a prohibited tag is not shown while its page loads', async () => {
  const page = await office.newPage({ ...phone, ...calm }, { localStorage: { adult: String(Date.now()) } });
  await open(page, '/our-network');
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/tag/**', async (route) => {
    await released;
    await route.continue();
  });
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '/tag/preteen' });
    document.querySelector('#main')?.append(link);
    link.click();
    link.remove();
  });
  await page.getByText('Loading...', { exact: true }).waitFor();
  const shape = page.locator('main h1:visible');
  expect(await shape.evaluate((heading) => getComputedStyle(heading).color)).toBe('rgba(0, 0, 0, 0)');
  expect(await page.getByRole('heading', { name: 'preteen' }).count()).toBe(0);
  release();
  await page.waitForURL('**/get-help');
});
