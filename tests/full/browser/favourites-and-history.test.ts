/** Favourites, history, hidden tags and theme are stored in the visitor's browser. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { videoPath } from '#contract/values/urls.ts';
import { releaseVideos, withholdVideos } from '#domain/holds/holds.ts';
import { storeCase } from '../../support/open-case.ts';
import { demoSite, open } from '../../support/public-site.ts';

const demo = demoSite();

const titles = (page: Page, list: string) =>
  page
    .getByRole('list', { name: list })
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
const someVideos = async () =>
  (await demo.get('/getnewVideos?limit=2')).records.map(({ _id, titel }: { _id: string; titel: string }) =>
    videoPath(_id, titel),
  ) as string[];

describe('favourites', () => {
  it('are saved and removed with one button', async () => {
    const [video = ''] = await someVideos();
    const page = await demo.visit(video);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Saved' }).getAttribute('aria-pressed')).toBe('true');
    await open(page, '/mine');
    await expect.poll(() => titles(page, 'Favorites')).toEqual([video]);
    await open(page, video);
    await page.getByRole('button', { name: 'Saved' }).click();
    await open(page, '/mine');
    await expect.poll(() => titles(page, 'Favorites')).toEqual([]);
  });
});

describe('a video that the site had to remove', () => {
  it('is forgotten by favourites and history', async () => {
    const [video = '', other = ''] = await someVideos();
    const page = await demo.visit(video);
    await page.getByRole('button', { name: 'Save' }).click();
    await open(page, other);
    const { db } = demo.site.database;
    const id = Number(/\d+/.exec(video)?.[0]);
    const source = { caseId: (await storeCase(db)).id };
    await db.transaction().execute((tx) => withholdVideos(tx, [id], source));
    await open(page, '/mine');
    await expect.poll(() => titles(page, 'History')).toEqual([other]);
    await expect.poll(() => titles(page, 'Favorites')).toEqual([]);
    await db.transaction().execute((tx) => releaseVideos(tx, [id], source));
  });
});

describe('without storage', () => {
  /** As in a browser that blocks cookies. */
  const visitWithoutStorage = async (path: string) => {
    const page = await demo.visitor({ isNew: true });
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    });
    await open(page, path);
    await page.getByRole('button', { name: 'I am 18 or older' }).click();
    return page;
  };

  it('favourites last for the visit', async () => {
    const [video = ''] = await someVideos();
    const page = await visitWithoutStorage(video);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Saved' }).getAttribute('aria-pressed')).toBe('true');
    await page.locator('a[href="/mine"]:visible').first().click();
    await page.waitForURL('**/mine');
    await expect.poll(() => titles(page, 'Favorites')).toEqual([video]);
  });

  it('hidden tags are hidden for the visit', async () => {
    const page = await visitWithoutStorage('/tag/milf');
    await page.getByRole('button', { name: 'Hide this tag' }).click();
    await expect.poll(() => page.locator('main li[data-tags~="milf"]:visible').count()).toBe(0);
    await page.getByRole('button', { name: 'Show again' }).click();
    await expect.poll(() => page.locator('main li[data-tags~="milf"]:visible').count()).toBe(16);
  });
});

describe('history', () => {
  it('can be switched off', async () => {
    const [video = ''] = await someVideos();
    const page = await demo.visit('/mine');
    await page.getByRole('checkbox', { name: /history/ }).uncheck();
    await open(page, video);
    await open(page, '/mine');
    await expect.poll(() => titles(page, 'History')).toEqual([]);
    await expect.poll(() => page.getByRole('checkbox', { name: /history/ }).isChecked()).toBe(false);
  });
});

describe('history length', () => {
  it('is at most 100 videos', async () => {
    const page = await demo.visit('/mine');
    const stored = Array.from({ length: 100 }, (_, n) => ({
      id: String(5000 + n),
      title: `Lantern ${n}`,
      alt: '',
      image: '',
      tagWords: '',
    }));
    await page.evaluate((videos) => localStorage.setItem('history', JSON.stringify(videos)), stored);
    const [video = ''] = await someVideos();
    await open(page, video);
    await expect
      .poll(() =>
        page.evaluate(() => JSON.parse(localStorage.getItem('history') ?? '[]').map(({ id }: { id: string }) => id)),
      )
      .toEqual([video.split(/[/-]/)[2], ...stored.slice(0, 99).map(({ id }) => id)]);
  });
});

describe('theme', () => {
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);

  it('follows the system until the visitor changes it, and is remembered', async () => {
    const page = await demo.visit('/tags', { colorScheme: 'light' });
    await expect.poll(() => background(page)).toBe('light dark');
    await page.getByRole('button', { name: 'Switch between light and dark' }).click();
    await expect.poll(() => background(page)).toBe('dark');
    await open(page, '/our-network');
    await expect.poll(() => background(page)).toBe('dark');
    await page.getByRole('button', { name: 'Switch between light and dark' }).click();
    await expect.poll(() => background(page)).toBe('light');
  });
});

describe('going back', () => {
  it('restores the scroll position', async () => {
    const page = await demo.visit('/new-content');
    const card = page.getByRole('list', { name: 'New content' }).getByRole('link').last();
    await card.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(0);
    await card.click();
    await page.waitForURL('**/video/*');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await page.waitForURL('**/new-content');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
  });
});
