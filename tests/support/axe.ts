import axe, { type AxeResults, type ElementContext, type RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { VisitorOptions } from './public-site.ts';

type Theme = 'dark' | 'light';

interface Axe {
  run(context: ElementContext, options: RunOptions): Promise<AxeResults>;
}

/** Themes switch without a transition, which axe would measure halfway. */
export const still: VisitorOptions = { reducedMotion: 'reduce' };

/** The items of a list are all built the same way: the first four stand for the rest, which would take most of the time. */
const laterItems = ':is(main li, tbody tr):nth-child(n + 5)';

/** Lists of links in bars, menus and footers, which are the same on all screens of a site, but for the link to the screen itself. */
const frameLists = ':is(header, nav, footer, dialog):not(main *) :is(ul, ol):not(:has([aria-current]))';

interface Scan {
  /** Whether the lists around the screen were checked on another one: they take as long as the screen. */
  isFrameKnown?: boolean;
  /** All rules are applied in the first theme, and only those about colours in the other. */
  themes?: readonly Theme[];
}

/** Runs in the page, and returns no more than is read: sending all of axe’s results to the test takes a quarter of a scan. */
const runAxe = async ([exclude, chosen]: readonly [string[], RunOptions]) => {
  const { axe } = window as unknown as { axe: Axe };
  const options: RunOptions = { resultTypes: ['violations'], preload: false, ...chosen };
  const { violations, passes } = await axe.run({ exclude }, options);
  const why = (checks: { message: string }[]) => checks.map(({ message }) => message).join(' ');
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${why(any)}`),
  );
  return { found, passed: passes.length };
};

const violationsOf = async (page: Page, isFrameKnown: boolean, options: RunOptions) => {
  const exclude = isFrameKnown ? [laterItems, frameLists] : [laterItems];
  const { found, passed } = await page.evaluate(runAxe, [exclude, options] as const);
  expect(passed).toBeGreaterThan(0);
  return found;
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

export const accessibilityProblems = async (
  page: Page,
  { isFrameKnown = false, themes = ['dark', 'light'] }: Scan = {},
) => {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  const problems = await unlabelledFields(page);
  for (const [place, colorScheme] of themes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await violationsOf(page, isFrameKnown, place === 0 ? {} : { runOnly: ['color-contrast'] });
    problems.push(...found.map((violation) => `${colorScheme} theme: ${violation}`));
  }
  return problems;
};
