/** The door of countries with age checks, and the way through it in a browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AgeRule } from '#contract/values/age-checks.ts';
import { startAgeProvider } from '../../support/age-provider.ts';
import { accessibilityProblems, still } from '../../support/axe.ts';
import { answerForExampleCom, demoSite, desktop, phone, type VisitorOptions } from '../../support/public-site.ts';
import { reservePort } from '../../support/reserve-port.ts';
import { callerOf, createSignedInAdmin, type SignedInAdmin } from '../../support/sign-in.ts';

const provider = await startAgeProvider({ host: 'localhost' });
const port = await reservePort();
const siteUrl = `http://127.0.0.1:${port}`;
const demo = demoSite({
  port,
  siteUrl,
  trustProxy: ['127.0.0.1'],
  countryHeader: 'x-country',
  ageProvider: provider.settings,
});
let admin: SignedInAdmin;

const save = (countries: Record<string, AgeRule>) =>
  callerOf(demo.site, admin.cookie)('PUT', '/settings', {
    ageRules: {
      others: 'question',
      countries: Object.entries(countries).map(([country, rule]) => ({ country, rule })),
    },
  });

beforeAll(async () => {
  admin = await createSignedInAdmin(demo.site, 'main_admin');
  await save({ DE: 'assurance', KP: 'closed' });
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.mode = 'working';
});

const visitorFrom = (country: string, options: VisitorOptions = {}) =>
  demo.visitor({ isAdult: false, extraHTTPHeaders: { 'x-country': country }, ...options });
const door = (page: Page) => page.getByRole('heading', { name: 'We have to check your age' });
const start = (page: Page) => page.getByRole('link', { name: 'Check my age' });
const choose = (page: Page, name: string) => page.getByRole('button', { name }).click();
const isSiteVisible = (page: Page) => page.locator('#site').isVisible();

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_, javaScriptEnabled) => {
  it('an age check leads from the door to the page that was wanted', async () => {
    const page = await visitorFrom('DE', { javaScriptEnabled });
    const response = await page.goto('/tags?letter=b');
    expect(response?.status()).toBe(403);
    await door(page).waitFor();
    await start(page).click();
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
    await choose(page, 'adult');
    await page.waitForURL(`${siteUrl}/tags?letter=b`);
    expect(await door(page).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'I am 18 or older' }).count()).toBe(0);
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    await page.goto('/video/1');
    expect(await door(page).count()).toBe(0);
  });

  it.each([
    ['cancel', 'The age check was canceled.'],
    ['refuse', 'The age check provider declined the check.'],
    ['fail', 'The age check provider had a technical problem'],
    ['minor', 'did not confirm that you are 18 or older'],
    ['silent', 'did not say whether you are 18 or older'],
  ])('somebody who is %s at the provider is told so, and can try again', async (account, sentence) => {
    const page = await visitorFrom('DE', { javaScriptEnabled });
    await page.goto('/video/1');
    await start(page).click();
    await choose(page, account);
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    await start(page).click();
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
    // The provider changes accounts with a script.
    if (!javaScriptEnabled) return;
    await choose(page, 'adult');
    await page.waitForURL(/\/video\/1(-|$)/);
  });

  it('a closed country has a notice, and the pages about the site', async () => {
    const page = await visitorFrom('KP', { javaScriptEnabled });
    expect((await page.goto('/tag/milf'))?.status()).toBe(451);
    await page.getByRole('heading', { name: 'Not available where you are' }).waitFor();
    await page.getByRole('link', { name: 'Terms' }).click();
    await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor();
    expect(await isSiteVisible(page)).toBe(true);
    await page.getByRole('link', { name: 'Privacy' }).click();
    await page.getByRole('heading', { level: 1, name: 'Privacy' }).waitFor();
    await page.getByRole('banner').getByRole('link').click();
    await page.getByRole('heading', { name: 'Not available where you are' }).waitFor();
  });

  it('an age check of another browser is not finished here', async () => {
    const page = await visitorFrom('DE', { javaScriptEnabled });
    await page.goto('/age/callback?code=x&state=y');
    await page.getByRole('alert').filter({ hasText: 'has expired' }).waitFor();
  });

  it('a provider that cannot be reached is no way in', async () => {
    const page = await visitorFrom('DE', { javaScriptEnabled });
    await page.goto('/tags');
    await start(page).click();
    provider.mode = 'no tokens';
    await choose(page, 'adult');
    await page.getByRole('alert').filter({ hasText: 'is not available right now' }).waitFor();
  });
});

it('a tab whose age check has expired gets the door with the next click, and comes back to where it led', async () => {
  const page = await visitorFrom('DE');
  await page.goto('/tags');
  await start(page).click();
  await choose(page, 'adult');
  await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies({ name: 'marquee_over18' });
  await page.locator('main a[href^="/tag/"]').first().click();
  await door(page).waitFor();
  const { pathname } = new URL(page.url());
  expect(pathname).toMatch(/^\/tag\//);
  await start(page).click();
  await choose(page, 'adult');
  await page.waitForURL(`${siteUrl}${pathname}`);
  await page.locator('main a[href^="/video/"]').first().waitFor();
});

it('Back shows the door when the age check has expired', async () => {
  const page = await visitorFrom('DE');
  await page.goto('/tags');
  await start(page).click();
  await choose(page, 'adult');
  await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
  await page.goto('/terms');
  await page.context().clearCookies({ name: 'marquee_over18' });
  await page.goBack();
  await door(page).waitFor();
});

it('two tabs can be checked at once, and a second click on the button does no harm', async () => {
  const page = await visitorFrom('DE');
  const other = await page.context().newPage();
  await page.goto('/tags');
  await other.goto('/pornstars');
  await start(page).dblclick();
  await start(other).click();
  await choose(page, 'adult');
  await page.waitForURL(`${siteUrl}/tags`);
  await choose(other, 'adult');
  await other.waitForURL(`${siteUrl}/pornstars`);
});

it('a browser that calls itself a crawler gets the door', async () => {
  const page = await visitorFrom('DE', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' });
  await page.goto('/');
  await door(page).waitFor();
  expect(await isSiteVisible(page)).toBe(false);
});

it('Leave goes to the URL of the settings', async () => {
  const page = await visitorFrom('DE');
  await answerForExampleCom(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Leave' }).click();
  await page.waitForURL('https://example.com/');
});

it.each([
  ['a small phone', { viewport: { width: 320, height: 600 } }],
  ['a phone', phone],
  ['a desktop', desktop],
])('the door fits on %s, and all of it can be reached with the keyboard', async (_, size) => {
  const page = await visitorFrom('DE', size);
  for (const path of ['/', '/age?problem=unclear']) {
    await page.goto(path);
    const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
    expect(scrollWidth).toBe(clientWidth);
    const reached = [];
    for (let press = 0; press < 7; press++) {
      await page.keyboard.press('Tab');
      reached.push(await page.evaluate(() => document.activeElement?.textContent));
    }
    expect(reached).toEqual(expect.arrayContaining(['Leave', 'Check my age', 'Terms']));
  }
});

it.each(['/', '/age?problem=unavailable', '/terms'])('%s is accessible in both themes', async (path) => {
  for (const country of ['DE', 'KP']) {
    const page = await visitorFrom(country, still);
    await page.goto(path);
    expect(await accessibilityProblems(page), country).toEqual([]);
  }
});
