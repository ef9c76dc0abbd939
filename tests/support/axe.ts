import axe, { type AxeResults, type ElementContext, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { VisitorOptions } from './public-site.ts';

interface Axe {
  run(context: ElementContext, options: RunOptions): Promise<AxeResults>;
}

/** Themes switch without a transition, which axe would measure halfway. */
export const still: VisitorOptions = { reducedMotion: 'reduce' };

/** The items of a list are all built the same way: the first four stand for the rest, which would take most of the time. */
const laterItems = ':is(main li, tbody tr):nth-child(n + 5)';

const violationsOf = async (page: Page, options: RunOptions = {}) => {
  const { violations, passes } = await page.evaluate(
    ([exclude, chosen]) =>
      (window as unknown as { axe: Axe }).axe.run(
        { exclude: [exclude] },
        { resultTypes: ['violations'], preload: false, ...chosen },
      ),
    [laterItems, options] as const,
  );
  expect(passes.length).toBeGreaterThan(0);
  const why = (checks: { message: string }[]) => checks.map(({ message }) => message).join(' ');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${why(any)}`),
  );
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
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  const inDark = await violationsOf(page);
  await page.emulateMedia({ colorScheme: 'light' });
  const inLight = await violationsOf(page, { runOnly: ['color-contrast'] });
  return [...(await unlabelledFields(page)), ...inDark, ...inLight.map((violation) => `light theme: ${violation}`)];
};
