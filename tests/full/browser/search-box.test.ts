/** The search box for people who type fast and badly, on phones, with slow or no network, by keyboard or by ear. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, still } from '../../support/axe.ts';
import { holdRequests } from '../../support/hold-requests.ts';
import { demoSite, open, phone } from '../../support/public-site.ts';

const demo = demoSite();
const box = (page: Page) => page.locator('#bar-search');
const list = (page: Page) => page.getByRole('banner').getByRole('listbox');
const options = (page: Page) => list(page).getByRole('option');
const texts = (page: Page) => options(page).locator('[dir]').allTextContents();

const searchFor = async (page: Page, text: string) => {
  await box(page).fill(text);
  await box(page).press('Enter');
  await page.getByRole('heading', { level: 1, name: `Results for “${text}”` }).waitFor();
};

describe('suggestions', () => {
  it('are tags, performers with portraits, and titles, in groups that have names', async () => {
    const page = await demo.visit('/our-network');
    await box(page).fill('ma');
    await expect.poll(() => options(page).count()).toBe(8);
    const groups = list(page).getByRole('group');
    await expect
      .poll(() => groups.evaluateAll((all) => all.map((group) => `${group.ariaLabel} ${group.children.length}`)))
      .toEqual(['Tags 3', 'Performers 3', 'Videos 1']);
    const sizes = () =>
      list(page)
        .locator('img')
        .evaluateAll((images) => images.map(({ clientWidth, clientHeight }) => `${clientWidth}x${clientHeight}`));
    await expect.poll(sizes).toEqual(['28x28', '28x28', '28x28']);
  });

  it.each([
    ['outdor', 'outdoor'],
    ['isla torvne', 'Isla Torven'],
  ])('find names that are misspelt: %s', async (typed, name) => {
    const page = await demo.visit('/our-network', phone);
    await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).click();
    await page.locator('#mobile-search').pressSequentially(typed, { delay: 10 });
    await expect.poll(() => texts(page)).toContain(name);
  });

  it('of a video leads to it', async () => {
    const page = await demo.visit('/our-network');
    await box(page).fill('harbour');
    const video = list(page).getByRole('group', { name: 'Videos' }).getByRole('option').first();
    const title = await video.locator('[dir]').textContent();
    await video.click();
    await page.waitForURL('**/video/*');
    await page.getByRole('heading', { level: 1, name: title ?? '', exact: true }).waitFor();
  });

  it('on a phone are high enough for a thumb, and a press keeps the keyboard open', async () => {
    const page = await demo.visit('/tags', { ...phone, hasTouch: true, isMobile: true });
    await page.getByRole('banner').getByRole('button', { name: 'Search', exact: true }).tap();
    await page.locator('#mobile-search').pressSequentially('milf', { delay: 10 });
    await expect.poll(() => options(page).count()).toBeGreaterThan(1);
    await expect
      .poll(() => options(page).evaluateAll((all) => Math.min(...all.map((option) => option.clientHeight))))
      .toBeGreaterThanOrEqual(44);
    expect((await list(page).boundingBox())?.height).toBeLessThanOrEqual(200);
    await options(page).last().tap();
    await page.getByRole('heading', { level: 1, name: 'Results for “milf”' }).waitFor();
  });

  it('show text from right to left as such', async () => {
    const page = await demo.visit('/our-network');
    await box(page).fill('قطار الليل');
    await expect.poll(() => options(page).last().textContent()).toBe('Search for “قطار الليل”');
    await expect.poll(() => box(page).evaluate((input) => getComputedStyle(input).direction)).toBe('rtl');
    await expect.poll(() => options(page).last().locator('bdi').textContent()).toBe('قطار الليل');
  });

  it('stay while typing goes on, until the server has answered', async () => {
    const page = await demo.visit('/our-network');
    await box(page).fill('harbou');
    const videos = list(page).getByRole('group', { name: 'Videos' }).getByRole('option');
    await expect.poll(() => videos.count()).toBeGreaterThan(0);
    const release = await holdRequests(page, '**/api/suggest?q=harbour');
    const asked = page.waitForRequest('**/api/suggest?q=harbour');
    await box(page).press('r');
    await asked;
    await expect.poll(() => videos.count()).toBeGreaterThan(0);
    release();
  });

  it('of loaded names are shown offline, and the search waits for the network', async () => {
    const page = await demo.visit('/our-network');
    await box(page).fill('m');
    await list(page).waitFor();
    await page.context().setOffline(true);
    await box(page).fill('milf');
    await expect.poll(() => texts(page)).toContain('milf');
    await box(page).press('Enter');
    await page.getByText('You are offline. The page opens as soon as you are back online.').waitFor();
    await page.context().setOffline(false);
    await page.waitForURL('**/search?q=milf');
  });

  it('whose list cannot be loaded are left out, and Enter searches', async () => {
    const page = await demo.visitor({ isNew: true });
    await open(page, '/our-network');
    await page.route('**/assets/option-list*.js', (route) => route.abort());
    const failed = page.waitForEvent('requestfailed');
    await box(page).focus();
    await failed;
    await box(page).fill('milf');
    await box(page).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Results for “milf”' }).waitFor();
  });
});

describe('recent searches', () => {
  it('are at most 8', async () => {
    const page = await demo.visit('/our-network');
    for (let n = 1; n <= 9; n++) await searchFor(page, `harbour ${n}`);
    await box(page).fill('');
    await expect.poll(() => options(page).count()).toBe(9);
    await expect.poll(() => texts(page)).not.toContain('harbour 1');
  });

  it('are removed one by one, with the pointer or the Delete key, and all at once', async () => {
    const page = await demo.visit('/our-network');
    for (const text of ['one', 'two', 'three']) await searchFor(page, text);
    await box(page).fill('');
    await options(page).first().getByTitle('Remove').click();
    await expect.poll(() => texts(page)).toEqual(['two', 'one', 'Clear recent searches']);
    await box(page).press('ArrowDown');
    await box(page).press('Delete');
    await expect.poll(() => texts(page)).toEqual(['one', 'Clear recent searches']);
    await box(page).press('ArrowUp');
    await box(page).press('Enter');
    await expect.poll(() => list(page).isVisible()).toBe(false);
    await open(page, '/our-network');
    await box(page).focus();
    await expect.poll(() => list(page).isVisible()).toBe(false);
  });

  it('of another tab are seen', async () => {
    const page = await demo.visit('/our-network');
    const other = await page.context().newPage();
    await open(other, '/our-network');
    await searchFor(other, 'harbour');
    await box(page).focus();
    await expect.poll(() => texts(page)).toEqual(['harbour', 'Clear recent searches']);
    await other.locator('#bar-search').fill('');
    await other.getByRole('option', { name: 'Clear recent searches' }).click();
    await expect.poll(() => list(page).isVisible()).toBe(false);
  });

  it('are not kept by who keeps no history', async () => {
    const page = await demo.visit('/our-network');
    await page.evaluate(() => localStorage.setItem('history-kept', 'false'));
    await searchFor(page, 'harbour');
    await expect.poll(() => page.evaluate(() => localStorage.getItem('recent-searches'))).toBeNull();
  });

  it('last until the page is left where storage is blocked', async () => {
    const page = await demo.visitor({ isNew: true });
    await page.addInitScript(() => {
      for (const name of ['getItem', 'setItem'] as const) {
        const original = Storage.prototype[name] as (...args: string[]) => unknown;
        Storage.prototype[name] = function (this: Storage, ...args: string[]) {
          if (args[0] === 'recent-searches') throw new DOMException('Blocked', 'SecurityError');
          return original.apply(this, args);
        } as never;
      }
    });
    await open(page, '/our-network');
    await searchFor(page, 'harbour');
    await box(page).fill('');
    await expect.poll(() => texts(page)).toEqual(['harbour', 'Clear recent searches']);
  });

  it.each(['{', '{"a":1}', '[1,null,"kept"]'])('ignore what is not a list of texts in storage: %s', async (stored) => {
    const page = await demo.visit('/our-network');
    await page.evaluate((text) => localStorage.setItem('recent-searches', text), stored);
    await open(page, '/our-network');
    await box(page).fill('milf');
    await list(page).waitFor();
    await box(page).fill('');
    await expect.poll(() => list(page).isVisible()).toBe(stored.includes('kept'));
  });
});

describe('for screen readers', () => {
  it('suggestions and recent searches have the roles of a combobox', async () => {
    const page = await demo.visit('/our-network', still);
    await searchFor(page, 'harbour');
    await box(page).fill('');
    await expect.poll(() => options(page).count()).toBe(2);
    expect(await accessibilityProblems(page)).toEqual([]);
    await box(page).fill('ma');
    await expect.poll(() => options(page).count()).toBe(8);
    await box(page).press('ArrowDown');
    await expect.poll(() => box(page).getAttribute('aria-activedescendant')).toBe('bar-search-0');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('Home and End move in the text, and keys of an input method are its own', async () => {
    const page = await demo.visit('/our-network');
    await box(page).fill('milf');
    await list(page).waitFor();
    await box(page).press('Home');
    await expect.poll(() => box(page).evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(0);
    await box(page).press('End');
    await expect.poll(() => box(page).evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(4);
    await box(page).dispatchEvent('keydown', { key: 'ArrowDown', isComposing: true });
    await expect.poll(() => box(page).getAttribute('aria-activedescendant')).toBeNull();
  });
});
