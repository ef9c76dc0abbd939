/** The navigation bar: every entry of its sidebar, its logo on a phone, and the key that leads to its search. */
import { describe, expect, it } from 'vitest';
import { menuEntries } from '#web/public/navigation/links.ts';
import { phone, sharedDemo } from '../../support/public-site.ts';

const demo = sharedDemo();

it('any entry of the sidebar leads to its page and closes it', async () => {
  const page = await demo.visit('/search');
  const sidebar = page.getByRole('dialog', { name: 'Menu' });
  for (const { label, to } of menuEntries) {
    await page.getByRole('button', { name: 'Menu' }).click();
    await sidebar.getByRole('link', { name: label, exact: true }).click();
    await page.waitForURL(`**${to.toLowerCase()}`);
    await expect.poll(() => sidebar.count(), { message: label }).toBe(0);
  }
});

it('on a phone the logo is whole, and the sponsored link beside it', async () => {
  const page = await demo.visit('/tags', phone);
  const logo = page.getByRole('banner').getByRole('link', { name: 'Marquee' });
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    // A hundredth of a pixel too little is enough to cut a word short.
    const room = await logo.evaluate((link: HTMLElement) => {
      const text = document.createRange();
      text.selectNodeContents(link);
      return link.getBoundingClientRect().width - text.getBoundingClientRect().width;
    });
    expect(room, `at ${width} px`).toBeGreaterThanOrEqual(0);
    await expect.poll(() => page.getByRole('banner').getByRole('link', { name: /^Ad/ }).isVisible()).toBe(true);
  }
});

describe('keyboard', () => {
  it('/ goes to the search, on a phone by opening it', async () => {
    const page = await demo.visit('/tags');
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('bar-search');
    await page.keyboard.press('/');
    await expect.poll(() => page.locator('#bar-search').inputValue()).toBe('/');

    const small = await demo.visit('/tags', phone);
    await small.keyboard.press('/');
    await expect.poll(() => small.evaluate(() => document.activeElement?.id)).toBe('mobile-search');
  });

  it.each(['Control', 'Meta', 'Alt'])('%s and / are left to the browser', async (modifier) => {
    const page = await demo.visit('/tags');
    await page.keyboard.press(`${modifier}+/`);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).not.toBe('bar-search');
  });
});
