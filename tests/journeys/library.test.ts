/** Favourites, history and hidden tags are kept in the visitor's browser, and nowhere else. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { videoPath } from '#contract/values/urls.ts';
import { followTo } from '../support/follow-to.ts';
import { open, sharedDemo } from '../support/public-site.ts';

const demo = sharedDemo();

const hrefs = (page: Page, list: string) =>
  page
    .getByRole('list', { name: list })
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
const someVideos = async () =>
  (await demo.get('/getnewVideos?limit=2')).records.map(({ _id, titel }: { _id: string; titel: string }) =>
    videoPath(_id, titel),
  ) as string[];

const openLibrary = async (page: Page) => {
  await page.locator('a[href="/mine"]:visible').first().click();
  await page.waitForURL('**/mine');
};

const cards = (page: Page) => page.getByRole('main').locator('li[data-tags]:has(> a.card)');

describe('a card', () => {
  it('is saved with its own button, also with the keyboard', async () => {
    const path = '/new-content';
    const page = await demo.visit(path);
    const card = cards(page).first();
    const heart = card.getByRole('button', { name: /^Favorite: / });
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('false');
    await card.getByRole('link').focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
    expect(new URL(page.url()).pathname).toBe(path);
    const href = await card.getByRole('link').getAttribute('href');
    await open(page, '/mine');
    const saved = page.getByRole('list', { name: 'Favorites' });
    await expect.poll(() => saved.getByRole('link').getAttribute('href')).toBe(href);
    await saved.getByRole('button', { name: /^Favorite: / }).click();
    await expect.poll(() => saved.count()).toBe(0);
  });
});

it('what cannot be stored is not shown as saved, and the page says why', async () => {
  const page = await demo.visit('/new-content', { ignoresErrors: true });
  const heart = cards(page)
    .first()
    .getByRole('button', { name: /^Favorite: / });
  for (const [name, sentence] of [
    ['QuotaExceededError', 'Not saved: this browser’s storage is full.'],
    ['SecurityError', 'Only until you close or reload this page: this browser doesn’t let the site store anything.'],
  ]) {
    await page.evaluate((error) => {
      Storage.prototype.setItem = () => {
        throw new DOMException('No', error);
      };
    }, name);
    await cards(page).first().hover();
    await heart.click();
    await page
      .getByRole('alert')
      .filter({ hasText: sentence as string })
      .waitFor();
    expect(await heart.getAttribute('aria-pressed')).toBe(String(name === 'SecurityError'));
  }
});

describe('history', () => {
  it('lists the opened videos, newest first, and is cleared with one click', async () => {
    const [first = '', second = ''] = await someVideos();
    const page = await demo.visit(first);
    await open(page, second);
    await openLibrary(page);
    await expect.poll(() => hrefs(page, 'History')).toEqual([second, first]);
    await page.getByRole('button', { name: 'Clear history' }).click();
    await expect.poll(() => hrefs(page, 'History')).toEqual([]);
    await open(page, '/mine');
    await expect.poll(() => hrefs(page, 'History')).toEqual([]);
  });
});

describe('hidden tags', () => {
  it('leave no gaps: pages are full, totals are true, and a card is hidden from its menu until that is undone', async () => {
    const page = await demo.visit('/new-content');
    const cards = page.locator('main li[data-tags]:has(> a.card):visible');
    const total = () => page.locator('main h1 + p').textContent();
    const heading = async (hide: string) => {
      const [all, left] = await Promise.all([demo.get('/getnewVideos'), demo.get(`/getnewVideos?hide=${hide}`)]);
      const videos = `${left.totalRecords.toLocaleString('en')} videos`;
      return `${videos} · ${(all.totalRecords - left.totalRecords).toLocaleString('en')} hidden`;
    };
    await page.evaluate(() => localStorage.setItem('hidden-tags', '["rooftop"]'));
    await open(page, '/new-content?page=2');
    await expect.poll(total).toBe((await heading('rooftop')).replace(' videos', ' videos · page 2'));
    await open(page, '/new-content');
    await expect.poll(total).toBe(await heading('rooftop'));
    await expect.poll(() => cards.count()).toBe(16);

    const href = await cards.first().getByRole('link').getAttribute('href');
    const first = page.locator(`main a[href="${href}"]`);
    await cards.first().hover();
    await cards
      .first()
      .getByRole('button', { name: /^Hide: / })
      .click();
    await page.getByRole('button', { name: 'Hide this video' }).click();
    await expect.poll(() => first.count()).toBe(0);
    await expect.poll(() => cards.count()).toBe(16);
    await expect.poll(total).toBe(await heading(`rooftop,video:${href?.match(/\d+/)?.[0]}`));
    await page.keyboard.press('Enter');
    await expect.poll(() => first.isVisible()).toBe(true);
    await expect.poll(total).toBe(await heading('rooftop'));
  });

  it('hide every card and link with these tags before the first paint', async () => {
    const page = await demo.visit('/tag/milf');
    const shown = () => page.locator('main li[data-tags~="milf"]:visible').count();
    await expect.poll(() => shown()).toBe(16);
    await page.getByRole('button', { name: 'Hide this tag' }).click();
    await expect.poll(shown).toBe(0);
    await open(page, '/category/milfnut');
    await expect.poll(() => page.locator('main li[data-tags~="milf"]').count()).toBeGreaterThan(0);
    await expect.poll(() => shown()).toBe(0);
    await openLibrary(page);
    await page.getByRole('button', { name: 'Show milf again' }).click();
    await followTo(page, '/category/milfnut');
    await expect.poll(() => shown()).toBeGreaterThan(0);
  });
});

it('the home page of somebody who returns shows what is new, what was opened and more like what was saved', async () => {
  const { records } = await demo.get('/getnewVideos');
  const [, , , fourth, opened, saved] = records as { _id: string; titel: string; tags: string[] }[];
  const stored = (video: typeof opened) => ({
    id: video?._id,
    title: video?.titel,
    alt: '',
    image: '',
    tagWords: video?.tags.join(' '),
  });
  const day = 86_400_000;
  const remembered = {
    history: [stored(opened)],
    favourites: [stored(saved)],
    visits: { current: { at: Date.now() - day, newest: Number(fourth?._id) } },
  };
  const page = await demo.visit('/');
  await expect.poll(() => page.locator('.returning').innerText()).toBe('');
  await page.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, JSON.stringify(value));
  }, remembered);
  await open(page, '/');
  await page.getByText('3 new videos since you were here yesterday').waitFor();
  expect(await hrefs(page, 'Opened last')).toEqual([opened && videoPath(opened._id, opened.titel)]);
  await page.getByRole('heading', { name: `Because you saved “${saved?.titel.slice(0, 40)}` }).waitFor();
  const more = page.getByRole('list', { name: 'More like what you saved' }).getByRole('link');
  await expect.poll(() => more.count()).toBeGreaterThan(4);
  // It fits the room that was there before it, so nothing below has moved.
  const room = page.locator('.returning');
  const minHeight = await room.evaluate((element) => Number.parseFloat(getComputedStyle(element).minHeight));
  expect((await room.boundingBox())?.height).toBe(minHeight);
});
