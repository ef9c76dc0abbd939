/** A pointer that rests on a card, or a finger held down on it, shows more of the video. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { demoSite, open, phone } from '../../support/public-site.ts';

const demo = demoSite({}, { loadsImages: true });
const moving = { reducedMotion: 'no-preference' } as const;

const stills = ['/art/99011.svg', '/art/no-such-picture.svg', '/art/99012.svg'];
let ids: { stills: number; clip: number; broken: number };
beforeAll(async () => {
  const { db } = demo.site.database;
  const add = async (title: string, preview_urls: string[]) => {
    const id = await addVideo(db, { title, tags: ['preview-trial'] });
    await db.updateTable('videos').set({ preview_urls }).where('id', '=', id).execute();
    return id;
  };
  ids = {
    stills: await add('Has stills', stills),
    clip: await add('Has a clip', ['/art/clip.mp4']),
    broken: await add('Has broken stills', ['/art/no-such-picture.svg', '/art/neither.svg']),
  };
  await demo.site.index.waitUntilIndexed();
});

const list = '/search?q=preview-trial';
const card = (page: Page, id: number) => page.getByRole('main').locator(`a[href^="/video/${id}-"]`);
const preview = (page: Page, id: number) => card(page, id).locator('.card-preview');

/** The preview pictures that a page requests. */
const requestsOf = (page: Page) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if ([...stills, '/art/clip.mp4'].includes(pathname)) requested.push(pathname);
  });
  return requested;
};

describe('a pointer that rests on a card', () => {
  it.each([list, '/tag/preview-trial'])('of %s shows its stills in turn, without the broken ones', async (path) => {
    const page = await demo.visitor(moving);
    const requested = requestsOf(page);
    await open(page, path);
    expect(requested).toEqual([]);
    await card(page, ids.stills).hover();
    const shown = () => preview(page, ids.stills).getAttribute('src');
    await expect.poll(shown).toBe('/art/99011.svg');
    await expect.poll(shown).toBe('/art/99012.svg');
    await expect.poll(shown).toBe('/art/99011.svg');
    await page.mouse.move(0, 0);
    await expect.poll(() => preview(page, ids.stills).count()).toBe(0);
  });

  it('plays a clip without sound, within the content policy', async () => {
    const page = await demo.visitor(moving);
    const violations: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) violations.push(message.text());
    });
    const clip = page.waitForRequest('**/art/clip.mp4');
    await page.route('**/art/clip.mp4', () => {});
    await open(page, list);
    await card(page, ids.clip).hover();
    await clip;
    await expect
      .poll(() => preview(page, ids.clip).evaluate((video: HTMLVideoElement) => [video.tagName, video.muted]))
      .toEqual(['VIDEO', true]);
    expect(violations).toEqual([]);
  });

  it('shows the thumbnail where no still can be loaded', async () => {
    const page = await demo.visitor(moving);
    await open(page, list);
    const failed = page.waitForResponse('**/art/neither.svg');
    await card(page, ids.broken).hover();
    await failed;
    await expect.poll(() => preview(page, ids.broken).count()).toBe(0);
    await expect.poll(() => card(page, ids.broken).getByRole('img').isVisible()).toBe(true);
  });

  it('ends with a scroll', async () => {
    const page = await demo.visitor(moving);
    await open(page, list);
    await card(page, ids.stills).hover();
    await preview(page, ids.stills).waitFor();
    await page.evaluate(() => scrollBy({ top: 1, behavior: 'instant' }));
    await expect.poll(() => preview(page, ids.stills).count()).toBe(0);
  });

  it.each([
    ['passes on', moving, 300, false],
    ['belongs to somebody who wants less motion', { reducedMotion: 'reduce' }, 2000, false],
    ['belongs to somebody who saves data', moving, 2000, true],
  ] as const)('loads nothing if it %s', async (_, motion, restMs, saveData) => {
    const page = await demo.visitor({ ...motion, isNew: true });
    await page.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: ${saveData} } })`);
    await page.clock.install();
    const requested = requestsOf(page);
    await open(page, list);
    await card(page, ids.stills).hover();
    await page.clock.runFor(restMs);
    await page.mouse.move(0, 0);
    await page.clock.runFor(2000);
    expect(requested).toEqual([]);
  });
});

describe('a finger', () => {
  const finger = async (page: Page, id: number, type: string) => {
    const isPrevented = await card(page, id).evaluate(
      (link, event) => !link.dispatchEvent(new Event(event, { bubbles: true, cancelable: true })),
      type,
    );
    return isPrevented;
  };
  const touching = { ...phone, ...moving, hasTouch: true, isMobile: true };

  it('held down shows the preview, opens neither the menu nor the video, and ends it when lifted', async () => {
    const page = await demo.visitor(touching);
    await open(page, list);
    await finger(page, ids.stills, 'touchstart');
    await preview(page, ids.stills).waitFor();
    expect(await finger(page, ids.stills, 'contextmenu')).toBe(true);
    await finger(page, ids.stills, 'touchend');
    expect(await finger(page, ids.stills, 'click')).toBe(true);
    await expect.poll(() => preview(page, ids.stills).count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/search');
  });

  it('that taps opens the video', async () => {
    const page = await demo.visitor(touching);
    await open(page, list);
    await finger(page, ids.stills, 'touchstart');
    await preview(page, ids.stills).waitFor();
    await finger(page, ids.stills, 'touchend');
    await card(page, ids.stills).tap();
    await page.waitForURL(`**/video/${ids.stills}-*`);
  });
});
