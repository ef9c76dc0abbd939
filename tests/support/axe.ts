import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { desktop, phone, type VisitorOptions } from './public-site.ts';

/** What a visitor needs for this: themes change at once, and axe may be put into the page. */
export const still: VisitorOptions = { reducedMotion: 'reduce', bypassCSP: true };

/** Without frames there is nothing to gather afterwards; what passed is named once, not node by node. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });

const report = async (builder: AxeBuilder) => {
  const { violations, passes } = await builder.analyze();
  expect(passes.length).toBeGreaterThan(0);
  const why = (checks: { message: string }[]) => checks.map(({ message }) => message).join(' ');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${why(any)}`),
  );
};

/** Shows a theme at once: a colour on its way to another is neither. */
const show = async (page: Page, colorScheme: 'dark' | 'light') => {
  await page.addStyleTag({ content: '*, ::before, ::after, ::backdrop { transition: none !important; }' });
  await page.emulateMedia({ colorScheme });
};

/** Every rule in the dark theme; in the light one only colours differ. */
export const findings = async (page: Page) => {
  await show(page, 'dark');
  const dark = await report(axe(page));
  await show(page, 'light');
  const light = await report(axe(page).withRules('color-contrast'));
  return { dark, light };
};

/** The findings in both themes on a phone and on a desktop; the layout follows the window. */
export const findingsAtEverySize = async (page: Page) => {
  const found: Record<number, Awaited<ReturnType<typeof findings>>> = {};
  for (const { viewport } of [phone, desktop]) {
    await page.setViewportSize(viewport);
    found[viewport.width] = await findings(page);
  }
  return found;
};

export const nothing = { 390: { dark: [], light: [] }, 1440: { dark: [], light: [] } };
