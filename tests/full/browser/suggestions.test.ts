/** The suggestions of the search box: the arrow keys, and what the server adds while somebody types. */
import { describe, expect, it } from 'vitest';
import { holdRequests } from '../../support/hold-requests.ts';
import { open, sharedDemo, type VisitorOptions } from '../../support/public-site.ts';
import {
  box,
  list,
  manyStars,
  manyTags,
  openWithNames,
  options,
  searchOption,
  texts,
} from '../../support/search-box.ts';

const demo = sharedDemo();

const visitWithNames = async (tags: string[], pornstars: string[], visitor: VisitorOptions = {}) => {
  const page = await demo.visitor(visitor);
  await openWithNames(page, tags, pornstars);
  return page;
};

describe('the arrow keys', () => {
  it('choose a suggestion', async () => {
    const page = await visitWithNames(['river-a', 'river-b'], []);
    await box(page).fill('river');
    await list(page).waitFor();
    await box(page).press('ArrowDown');
    await box(page).press('ArrowDown');
    const active = await box(page).getAttribute('aria-activedescendant');
    await expect.poll(() => page.locator(`#${active}`).textContent()).toContain('river b');
    await box(page).press('Enter');
    await page.waitForURL('**/tag/river-b');
  });

  it('also stop at the text itself, and typing starts over', async () => {
    const page = await visitWithNames(['river-a', 'river-b'], []);
    const active = async () => {
      const id = await box(page).getAttribute('aria-activedescendant');
      return id === null ? null : page.locator(`#${id} [dir]`).textContent();
    };
    await box(page).fill('river');
    await list(page).waitFor();
    const visited = [];
    const [up, down] = [Array(4).fill('ArrowUp'), Array(4).fill('ArrowDown')];
    for (const key of [...up, ...down]) {
      await box(page).press(key);
      visited.push(await active());
    }
    const search = 'Search for “river”';
    expect(visited).toEqual([search, 'river b', 'river a', null, 'river a', 'river b', search, null]);
    await box(page).press('ArrowDown');
    await box(page).press('Backspace');
    await expect.poll(() => active()).toBeNull();
    await box(page).press('Enter');
    await page.waitForURL('**/search?q=title%3Arive');
  });

  it('scroll the active suggestion into view', async () => {
    const page = await visitWithNames(manyTags, manyStars);
    await box(page).fill('river');
    await list(page).waitFor();
    await box(page).press('ArrowUp');
    await expect.poll(() => list(page).evaluate((node) => node.scrollTop)).toBeGreaterThan(0);
  });
});

describe('suggestions from the server', () => {
  const answer = (text: string) => ({ json: { suggestions: [{ text, type: 'tag', slug: text }] } });

  it('are requested once typing has paused for 150 ms', async () => {
    const page = await visitWithNames(['river'], [], { isNew: true });
    const requested: (string | null)[] = [];
    await page.route('**/api/suggest*', (route) => {
      requested.push(new URL(route.request().url()).searchParams.get('q'));
      return route.fulfill(answer('zebra'));
    });
    // The list is loaded with the first focus.
    await box(page).fill('river');
    await list(page).waitFor();
    await box(page).fill('');
    requested.length = 0;
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const text of ['z', 'ze', 'zeb']) {
      await box(page).fill(text);
      await page.clock.runFor(149);
    }
    expect(requested).toEqual([]);
    await page.clock.runFor(1);
    await expect.poll(() => texts(page)).toEqual(['zebra']);
    expect(requested).toEqual(['zeb']);
  });

  it('a slow request is aborted when typing goes on, and never replaces a newer one', async () => {
    const page = await visitWithNames(['river'], []);
    const releaseSlow = await holdRequests(page, '**/api/suggest?q=slow', (route) =>
      route.fulfill(answer('slow-answer')).catch(() => undefined),
    );
    await page.route('**/api/suggest?q=quick', (route) => route.fulfill(answer('quick-answer')));
    const slow = page.waitForRequest('**/api/suggest?q=slow');
    await box(page).fill('slow');
    await slow;
    const aborted = page.waitForEvent('requestfailed');
    await box(page).fill('quick');
    expect((await aborted).url()).toContain('q=slow');
    await expect.poll(() => texts(page)).toEqual(['quick-answer']);
    releaseSlow();
    await box(page).press('ArrowDown');
    await expect.poll(() => texts(page)).toEqual(['quick-answer']);
    await box(page).fill('slow');
    await expect.poll(() => texts(page)).not.toContain('quick-answer');
  });
});

describe('the list', () => {
  it('has no suggestion when nothing matches, only the search for the text', async () => {
    const page = await visitWithNames(['river'], []);
    const asked = page.waitForResponse('**/api/suggest*');
    await box(page).fill('zzz');
    await asked;
    await expect.poll(() => list(page).getByRole('option').allTextContents()).toEqual(['Search for “zzz”']);
  });

  it('ends with the search for the text, as Enter does', async () => {
    const page = await visitWithNames(['river'], []);
    await box(page).fill(' riv & ');
    await searchOption(page).click();
    await page.waitForURL('**/search?q=title%3Ariv+%26');
    await page.getByRole('heading', { level: 1, name: 'Results for “riv &”' }).waitFor();
  });

  it('is closed by Escape', async () => {
    const page = await visitWithNames(['river'], []);
    await box(page).fill('riv');
    await list(page).waitFor();
    await box(page).press('Escape');
    await expect.poll(() => list(page).isVisible()).toBe(false);
  });
});

describe('names that cannot be loaded', () => {
  it('leave their list empty, without a message', async () => {
    const page = await demo.visitor();
    await page.route('**/api/tags?limit=500', (route) => route.fulfill({ status: 500, json: { success: false } }));
    await page.route('**/api/suggest*', (route) => route.fulfill({ json: { suggestions: [] } }));
    await open(page, '/our-network');
    await box(page).fill('isla');
    await expect.poll(() => texts(page)).toContain('Isla Torven');
    const asked = page.waitForResponse('**/api/suggest*');
    await box(page).fill('hardcore');
    await asked;
    await expect.poll(() => options(page).count()).toBe(0);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });
});
