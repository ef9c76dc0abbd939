/** What a visitor goes through who reports something: nothing typed is lost, it arrives once, and its status can be read. */
import { expect, it } from 'vitest';
import { reportForms } from '#contract/values/reports.ts';
import { demoSite, phone } from '../support/public-site.ts';

const demo = demoSite();

it('an intimate image is hidden by one report with proof of work, however often Send is pressed, until that is withdrawn', async () => {
  const videoStatus = async () => (await fetch(`${demo.site.url}/video/105`)).status;
  const page = await demo.visitor({ isAdult: false, ...phone });
  await page.goto('/report#video=105');
  await page.getByRole('link', { name: reportForms.intimate_image.title }).click();
  await page.getByRole('heading', { level: 1, name: reportForms.intimate_image.title }).waitFor();
  expect(await page.locator('main [name=urls]').inputValue()).toContain('/video/105');
  await page.getByRole('radio', { name: 'I am the person shown' }).check();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  for (const [name, text] of [
    ['description', 'The person beside the lighthouse.'],
    ['name', 'Ida Example'],
    ['email', 'not an email'],
  ] as const)
    await page.locator(`main [name=${name}]`).fill(text);
  await page.getByRole('button', { name: 'Send report' }).click();
  await page.getByText('Enter an email address such as name@example.com.').waitFor();
  expect(await page.locator('main [name=name]').inputValue()).toBe('Ida Example');
  await page.locator('main [name=email]').fill('ida@example.com');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/reports')) sent.push(request.postData() ?? '');
  });
  await page.getByRole('button', { name: 'Send report' }).dblclick();
  await page.waitForURL('**/report/status/*');
  expect(sent).toHaveLength(1);
  expect(JSON.parse(sent[0] ?? '{}').proof).toContain('derivedKey');
  const { has_proof } = await demo.site.database.db
    .selectFrom('cases')
    .select('has_proof')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(has_proof).toBe(true);
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^Report \d{4}-\d{6}$/);
  expect(await videoStatus()).toBe(410);
  await page.getByText('Withdraw this report').click();
  await page.getByRole('button', { name: 'Withdraw it' }).click();
  await page.getByText('You withdrew your report.').waitFor();
  await expect.poll(videoStatus).toBe(200);
});

it('what was typed survives a reload in this tab, and can be cleared', async () => {
  const page = await demo.visit('/report?kind=other', { isAdult: false, ...phone });
  await page.locator('main [name=description]').fill('A long story');
  await page.reload();
  await expect.poll(() => page.locator('main [name=description]').inputValue()).toBe('A long story');
  await page.getByRole('link', { name: 'Report something else' }).click();
  await page.getByRole('link', { name: reportForms.minor.title }).click();
  await expect.poll(() => page.locator('main [name=description]').inputValue()).toBe('A long story');
  await page.getByRole('link', { name: 'Clear what I typed' }).click();
  await expect.poll(() => page.locator('main [name=description]').inputValue()).toBe('');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('story');
});
