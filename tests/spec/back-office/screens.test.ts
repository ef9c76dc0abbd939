/** Every screen of the back-office whole at 390 px, with its headings in sight; forms accessible in both themes. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { backOffice, openScreen } from './office.ts';

const office = backOffice();

const screens = [
  'dashboard',
  'posts',
  'stars',
  'networks',
  'networks?tab=submissions',
  'channels',
  'terabox',
  'manage-admins',
  'stars-list',
  'tags-list',
  'tag-videos/milf',
  'star-videos/isla-torven',
  'deleted-posts',
  'mail',
  'account',
  'audit',
  'settings',
].map((screen) => `/admin/${screen}`);

/** One transition sets off the next, of what inherits from it: at rest is when a frame passes without any. */
const atRest = (page: Page) =>
  page.evaluate(async () => {
    const frame = () => new Promise((painted) => requestAnimationFrame(painted));
    await frame();
    do {
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      await frame();
      await frame();
    } while (document.getAnimations().length > 0);
  });

/** Colours are all that differs between the themes. */
const violations = async (page: Page) => {
  await atRest(page);
  const inDark = (await new AxeBuilder({ page }).analyze()).violations;
  await page.emulateMedia({ colorScheme: 'light' });
  await atRest(page);
  const inLight = (await new AxeBuilder({ page }).withRules(['color-contrast']).analyze()).violations;
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...inDark, ...inLight].map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};

describe('axe finds nothing in either theme', () => {
  it('on the form of a post, and on a question', async () => {
    const page = await office.open('/admin/posts?add=1', { colorScheme: 'dark' });
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Title', { exact: true }).fill('x');
    await page.keyboard.press('Escape');
    await page.getByRole('alertdialog').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

describe('small screens', () => {
  it('show every screen whole at 390 px, with a menu that leads everywhere', async () => {
    const page = await office.signedIn({ viewport: { width: 390, height: 844 } });
    for (const path of screens) {
      await openScreen(page, path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    }
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('list', { name: 'More screens' }).getByRole('link', { name: 'Dashboard' }).click();
    await page.waitForURL('**/admin/dashboard');
  });
});

describe('tables', () => {
  it('keep their headings in sight', async () => {
    const page = await office.open('/admin/posts');
    const heading = page.getByRole('columnheader', { name: 'Title' });
    await page.evaluate(() => window.scrollTo(0, 500));
    const bar = await page.getByRole('banner').boundingBox();
    await expect.poll(async () => (await heading.boundingBox())?.y).toBe(bar?.height);
  });
});
