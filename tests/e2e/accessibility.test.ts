/** axe finds nothing on any screen, in both themes, on a phone and on a desktop. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { demoSite, desktop, phone, type VisitorOptions } from '../support/public-site.ts';
import { publicScreens } from './public-screens.ts';

const demo = demoSite();
const sizes = [phone, desktop];

/** What passed is named once, not node by node: that is where most of the time would go. */
const brief = { resultTypes: ['violations' as const] };

const report = async (builder: AxeBuilder) => {
  const { violations, passes } = await builder.analyze();
  expect(passes.length).toBeGreaterThan(0);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
};

/** Shows a theme at once: a colour on its way to another is neither. */
const show = async (page: Page, colorScheme: 'dark' | 'light') => {
  await page.addStyleTag({ content: '*, ::before, ::after, ::backdrop { transition: none !important; }' });
  await page.emulateMedia({ colorScheme });
};

/** Every rule in the dark theme; in the light one only colours differ. */
const findings = async (page: Page) => {
  await show(page, 'dark');
  const dark = await report(new AxeBuilder({ page }).options(brief));
  await show(page, 'light');
  const light = await report(new AxeBuilder({ page }).options(brief).withRules('color-contrast'));
  return { dark, light };
};
const nothing = { dark: [], light: [] };
const still: VisitorOptions = { reducedMotion: 'reduce', bypassCSP: true };

describe('every screen', () => {
  it.each(publicScreens)('%s', async (path) => {
    const page = await demo.visitor(still);
    for (const { viewport } of sizes) {
      await page.setViewportSize(viewport);
      await page.goto(path);
      expect(await findings(page)).toEqual(nothing);
    }
  });
});

describe.each(sizes)('at $viewport.width px', (size) => {
  it('the door', async () => {
    const page = await demo.visit('/', { ...still, ...size, isAdult: false });
    expect(await findings(page)).toEqual(nothing);
  });

  it('the menu', async () => {
    const page = await demo.visit('/our-network', { ...still, ...size });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    expect(await findings(page)).toEqual(nothing);
  });

  it('the suggestions', async () => {
    const page = await demo.visit('/our-network', { ...still, ...size });
    await page.keyboard.press('/');
    await page.locator('input:focus').fill('mil');
    await page.getByRole('listbox').waitFor();
    expect(await findings(page)).toEqual(nothing);
  });

  it('the promotion form with a problem', async () => {
    const page = await demo.visit('/our-network', { ...still, ...size });
    await page.getByRole('button', { name: 'Add Your Website' }).click();
    await page.getByLabel('Website name').fill('Example');
    await page.getByLabel('Website link').fill('https://example.com');
    await page.getByLabel('Email').fill('owner@example.com');
    await page.getByRole('button', { name: 'Submit website' }).click();
    await page.getByRole('alert').waitFor();
    expect(await findings(page)).toEqual(nothing);
  });
});
