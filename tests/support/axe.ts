import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { VisitorOptions } from './public-site.ts';

/** Themes switch without a transition, and the content security policy lets axe in. */
export const still: VisitorOptions = { reducedMotion: 'reduce', bypassCSP: true };

/** Legacy mode skips frames, which these pages don't have. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });

const violationsOf = async (builder: AxeBuilder) => {
  const { violations, passes } = await builder.analyze();
  expect(passes.length).toBeGreaterThan(0);
  const why = (checks: { message: string }[]) => checks.map(({ message }) => message).join(' ');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${why(any)}`),
  );
};

/** Without transitions: axe would measure a colour halfway between two themes. */
const showTheme = async (page: Page, colorScheme: 'dark' | 'light') => {
  await page.addStyleTag({ content: '*, ::before, ::after, ::backdrop { transition: none !important; }' });
  await page.emulateMedia({ colorScheme });
};

/** Fields without a label. axe lets a placeholder or a title pass as one, though both vanish or stay hidden. */
const unlabelledFields = (page: Page) =>
  page.locator(':is(input:not([type=hidden]), select, textarea):not([aria-hidden=true])').evaluateAll((fields) =>
    (fields as HTMLInputElement[])
      .filter((field) => {
        const referenced = field.getAttribute('aria-labelledby')?.split(' ') ?? [];
        const labels = [...(field.labels ?? []), ...referenced.map((id) => document.getElementById(id))];
        const text = [field.getAttribute('aria-label'), ...labels.map((label) => label?.textContent)].join('');
        return text.trim() === '';
      })
      .map((field) => `no label: ${field.outerHTML}`),
  );

/** All rules in the dark theme, and only the colour rules in the light one. */
export const accessibilityProblems = async (page: Page) => {
  await showTheme(page, 'dark');
  const inDark = await violationsOf(axe(page));
  await showTheme(page, 'light');
  const inLight = await violationsOf(axe(page).withRules('color-contrast'));
  return [...(await unlabelledFields(page)), ...inDark, ...inLight.map((violation) => `light theme: ${violation}`)];
};
