/** Public site, sections 2, 4, 5, 8 and 9: the suggestions of the search box and what submitting does. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { holdRequests } from '../../support/hold-requests.ts';
import { demoSite, open, type VisitorOptions } from '../../support/public-site.ts';

const demo = demoSite();

const box = (page: Page) => page.locator('#bar-search');
const list = (page: Page) => page.getByRole('banner').getByRole('listbox');
const searchOption = (page: Page) => list(page).getByRole('option', { name: /^Search for “/ });
/** Without the last one, which searches for the text. */
const options = (page: Page) => list(page).getByRole('option', { name: /^(?!Search for “)/ });
const texts = (page: Page) => options(page).locator('[dir]').allTextContents();

/** A page whose two calls for names are answered as the test says. */
const visitWithNames = async (tags: string[], pornstars: string[], visitor: VisitorOptions = {}) => {
  const page = await demo.visitor(visitor);
  await page.route('**/api/tags?limit=500', (route) => route.fulfill({ json: { success: true, tags } }));
  await page.route('**/api/pornstars?limit=500*', (route) =>
    route.fulfill({ json: { success: true, pornstars: pornstars.map((name) => ({ name })) } }),
  );
  await page.route('**/api/suggest?*', (route) => route.fulfill({ json: { success: true, suggestions: [] } }));
  await open(page, '/tags');
  return page;
};

const manyTags = Array.from({ length: 7 }, (_, n) => `river-tag-${n}`);
const manyStars = Array.from({ length: 7 }, (_, n) => `river-star-${n}`);

describe('section 9: which suggestions', () => {
  it('both lists of names are requested together on load, 500 each', async () => {
    const page = await demo.visitor();
    const asked: string[] = [];
    const held: (() => void)[] = [];
    await page.route(/\/api\/(tags|pornstars)\?/, async (route) => {
      asked.push(new URL(route.request().url()).pathname);
      expect(new URL(route.request().url()).searchParams.get('limit')).toBe('500');
      await new Promise<void>((release) => held.push(release));
      await route.continue();
    });
    await open(page, '/our-network');
    await expect.poll(() => asked.toSorted()).toEqual(['/api/pornstars', '/api/tags']);
    for (const release of held) release();
  });

  it('at most 3 tags and 3 performers, tags first, then titles, and the search itself: 8 in total', async () => {
    const page = await visitWithNames(manyTags, manyStars);
    const videos = ['One', 'Two'].map((text) => ({ text, type: 'video', slug: `1-${text}` }));
    await page.route('**/api/suggest?*', (route) => route.fulfill({ json: { success: true, suggestions: videos } }));
    await box(page).fill('river');
    await expect.poll(() => list(page).getByRole('option').count()).toBe(8);
    const kinds = await options(page).locator('span:last-child').allTextContents();
    expect(kinds).toEqual([...Array(3).fill('tag'), ...Array(3).fill('performer'), 'video']);
    await expect.poll(() => list(page).getByRole('option').last().textContent()).toBe('Search for “river”');
  });

  it('the list is at most 200 px high and scrolls', async () => {
    const page = await visitWithNames(manyTags, manyStars);
    await box(page).fill('river');
    await list(page).waitFor();
    expect((await list(page).boundingBox())?.height).toBe(200);
    await expect.poll(() => list(page).evaluate((node) => node.scrollHeight > node.clientHeight)).toBe(true);
    await expect.poll(() => list(page).evaluate((node) => getComputedStyle(node).overflowY)).toBe('auto');
  });
});

describe('section 5: a suggestion contains the text, ignoring case', () => {
  it('anywhere in it', async () => {
    const page = await visitWithNames(['upriver', 'Riverside', 'harbour'], []);
    await box(page).fill('RIVER');
    await expect.poll(() => options(page).count()).toBe(2);
  });
});

describe('section 2: choosing', () => {
  it('a tag goes to /tag/{slug}', async () => {
    const page = await visitWithNames(['Big  River!'], []);
    await box(page).fill('river');
    await options(page).first().click();
    await page.waitForURL('**/tag/big-river');
    await expect.poll(() => list(page).isVisible()).toBe(false);
  });

  it('a performer goes to /pornstar/{slug}', async () => {
    const page = await visitWithNames([], ['isla-torven']);
    await box(page).fill('isla t');
    await options(page).first().click();
    await page.waitForURL('**/pornstar/isla-torven');
  });

  it('works with the arrow keys', async () => {
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

  it('the arrow keys also stop at the text itself, and typing starts over', async () => {
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

  it('the active suggestion is scrolled into view', async () => {
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

describe('section 4: when the suggestions are shown', () => {
  it('while there is text and a match, and not when it is emptied', async () => {
    const page = await visitWithNames(['river'], []);
    await expect.poll(() => list(page).isVisible()).toBe(false);
    await box(page).fill('riv');
    await expect.poll(() => list(page).isVisible()).toBe(true);
    await box(page).fill('');
    await expect.poll(() => list(page).isVisible()).toBe(false);
  });

  it('no suggestion when nothing matches, only the search for the text', async () => {
    const page = await visitWithNames(['river'], []);
    const asked = page.waitForResponse('**/api/suggest*');
    await box(page).fill('zzz');
    await asked;
    await expect.poll(() => list(page).getByRole('option').allTextContents()).toEqual(['Search for “zzz”']);
  });

  it('the last one searches for the text, as Enter does', async () => {
    const page = await visitWithNames(['river'], []);
    await box(page).fill(' riv & ');
    await searchOption(page).click();
    await page.waitForURL('**/search?q=title%3Ariv+%26');
    await page.getByRole('heading', { level: 1, name: 'Results for “riv &”' }).waitFor();
  });

  it('until 200 ms after the focus is lost, and again on focus', async () => {
    const page = await visitWithNames(['river'], [], { isNew: true });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await box(page).fill('riv');
    await expect.poll(() => list(page).isVisible()).toBe(true);
    await box(page).blur();
    await page.clock.runFor(199);
    await expect.poll(() => list(page).isVisible()).toBe(true);
    await page.clock.runFor(1);
    await expect.poll(() => list(page).isVisible()).toBe(false);
    await box(page).focus();
    await expect.poll(() => list(page).isVisible()).toBe(true);
  });

  it('not after a submit', async () => {
    const page = await visitWithNames(['river'], []);
    await box(page).fill('riv');
    await list(page).waitFor();
    await box(page).press('Enter');
    await page.waitForURL('**/search?q=*');
    await expect.poll(() => list(page).isVisible()).toBe(false);
  });

  it('Escape closes them', async () => {
    const page = await visitWithNames(['river'], []);
    await box(page).fill('riv');
    await list(page).waitFor();
    await box(page).press('Escape');
    await expect.poll(() => list(page).isVisible()).toBe(false);
  });
});

describe('section 5: submitting free text', () => {
  it.each([
    ['MILF', 'MILF'],
    ['isla torven', 'isla torven'],
    ['Isla-Torven', 'Isla-Torven'],
    ['mil', 'title:mil'],
    ['quiet & wide', 'title:quiet & wide'],
  ])('%s is searched as %s', async (text, search) => {
    const page = await visitWithNames(['milf'], ['isla-torven']);
    await box(page).fill(text);
    await box(page).press('Enter');
    await page.waitForURL((url) => url.pathname === '/search');
    expect(new URL(page.url()).searchParams.get('q')).toBe(search);
    await page.getByRole('heading', { level: 1, name: `Results for “${text}”` }).waitFor();
  });
});

describe('section 8: names that cannot be loaded', () => {
  const typed = async (page: Page, text: string) => {
    await box(page).fill(text);
    await expect.poll(() => options(page).count()).toBeGreaterThan(0);
    return texts(page);
  };

  it('failed calls are replaced by the built-in tags and twelve performers', async () => {
    const page = await demo.visitor();
    await page.route(/\/api\/(tags|pornstars)\?limit=500/, (route) => route.abort());
    await page.route('**/api/suggest*', (route) => route.abort());
    await open(page, '/our-network');
    expect(await typed(page, 'big')).toEqual(['big tits', 'big boobs', 'big ass']);
    expect(await typed(page, 'small')).toEqual(['small tits']);
    const builtIn = 'hardcore milf threesum white black asian latina blonde brunette redhead teen mature amateur';
    for (const tag of builtIn.split(' ')) expect(await typed(page, tag)).toContain(tag);
    expect(await typed(page, 'isla')).toContain('Isla Torven');
  });

  it('a refused call leaves its list empty without a message', async () => {
    const page = await demo.visitor();
    await page.route('**/api/tags?limit=500', (route) => route.fulfill({ status: 500, json: { success: false } }));
    await page.route('**/api/suggest*', (route) => route.fulfill({ json: { suggestions: [] } }));
    await open(page, '/our-network');
    expect(await typed(page, 'isla')).toContain('Isla Torven');
    const asked = page.waitForResponse('**/api/suggest*');
    await box(page).fill('hardcore');
    await asked;
    await expect.poll(() => options(page).count()).toBe(0);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });
});
