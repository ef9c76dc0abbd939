/** What a card shows and what a click on it does. */
import type { CheerioAPI } from 'cheerio';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { holdRequests } from '../../support/hold-requests.ts';
import { textsIn } from '../../support/page-parts.ts';
import { demoSite } from '../../support/public-site.ts';

const demo = demoSite();

const thirty = 'Exactly thirty characters here';
let ids: { long: number; short: number; unsaid: number; once: number };
beforeAll(async () => {
  const { db } = demo.site.database;
  const tags = ['card-trial', 'card-trial-again', 'milf'];
  const performers = ['wren-cardigan'];
  ids = {
    long: await addVideo(db, { title: `${thirty}!`, views: 123, minutes: 125, tags, performers }),
    short: await addVideo(db, { title: thirty, views: 2_500_000, minutes: 59, tags, performers }),
    unsaid: await addVideo(db, { title: 'Unsaid', views: 0, minutes: null, tags, performers }),
    once: await addVideo(db, { title: 'Once', views: 1, minutes: 8, tags, performers }),
  };
  await addVideo(db, { title: 'Glass', performers: ['constructor'] });
  await demo.site.index.waitUntilIndexed();
});

const selector = (id: number) => `a[href^="/video/${id}-"]`;
const cardOf = ($: CheerioAPI, id: number) => $('main').find(selector(id));
const card = (page: Page, id: number) => page.getByRole('main').locator(selector(id));

describe('every video card', () => {
  it('shows thumbnail, title, views, duration and like percentage', async () => {
    const $ = await demo.read('/pornstar/wren-cardigan');
    const text = (id: number) => cardOf($, id).text();
    expect(cardOf($, ids.long).find('img').attr('src')).toMatch(/^\/art\/\d+\.svg$/);
    expect(text(ids.long)).toMatch(/2h 5m.*123 views.*62%/);
    expect(text(ids.short)).toMatch(/59 min.*2\.5M views.*100%/);
    expect(text(ids.unsaid)).toMatch(/N\/A.*0 views.*0%/);
    expect(text(ids.once)).toMatch(/8 min.*1 view1%/);
  });

  it('a title over 30 characters is cut to 30 plus an ellipsis', async () => {
    const $ = await demo.read('/pornstar/wren-cardigan');
    expect(cardOf($, ids.long).find('.card-title').text()).toBe(`${thirty}…`);
    expect(cardOf($, ids.short).find('.card-title').text()).toBe(thirty);
  });

  it('the image is described by its keywords, or else by the title', async () => {
    const $ = await demo.read('/pornstar/wren-cardigan');
    expect(cardOf($, ids.unsaid).find('img').attr('alt')).toBe('Unsaid');
  });

  it('category cards show views followed by K+', async () => {
    const $ = await demo.read('/category/milfnut');
    expect(cardOf($, ids.long).text()).toContain('123K+');
  });
});

describe('tag page cards', () => {
  it('show only a thumbnail with a duration badge of mm:ss or hh:mm:ss, and K+ views', async () => {
    const $ = await demo.read('/tag/card-trial');
    const visibleText = (id: number) => cardOf($, id).children(':not(.sr-only)').text();
    expect(visibleText(ids.short)).toMatch(/^2500000K\+59:[0-5]\d$/);
    expect(visibleText(ids.long)).toMatch(/^123K\+02:05:[0-5]\d$/);
  });

  it('have their title for those who read the page as text', async () => {
    const $ = await demo.read('/tag/card-trial');
    expect(cardOf($, ids.long).children('.sr-only').text()).toBe(`${thirty}!`);
  });

  it('the seconds stay the same for the same video', async () => {
    const badgesOn = async (tag: string) =>
      textsIn(await demo.read(`/tag/${tag}`), 'main .tag-grid .card-badge:not(.card-views)');
    const badges = await badgesOn('card-trial');
    expect(badges).toHaveLength(4);
    expect(await badgesOn('card-trial-again')).toEqual(badges);
  });
});

describe('a performer’s card', () => {
  it.each(['wren-cardigan', 'constructor'])('of %s, who has no image, has female.png', async (name) => {
    const $ = await demo.read(`/pornstars?search=${name}`);
    expect($(`main a[href="/pornstar/${name}"] img`).attr('src')).toBe('/female.png');
  });

  it('named like something that every object has gets no picture from it', async () => {
    const html = await demo.html('/pornstar/constructor');
    expect(html).toContain('constructor');
    expect(html).not.toContain('native code');
  });
});

describe('a click on a card', () => {
  it('raises the views immediately, posts the new count, and stays in the document with the focus on the video; it continues when the count cannot be posted', async () => {
    const page = await demo.visit('/pornstar/wren-cardigan');
    const focused = () => page.evaluate(() => document.activeElement?.id);
    await expect.poll(focused).not.toBe('main');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const release = await holdRequests(page, '**/video/*.data*');
    const posted = page.waitForRequest(`**/api/updateviews/${ids.long}`);
    await card(page, ids.long).click();
    expect((await posted).postDataJSON()).toEqual({ views: 124 });
    await expect.poll(() => card(page, ids.long).textContent()).toContain('124 views');
    release();
    await page.waitForURL(`**/video/${ids.long}-*`);
    await expect.poll(focused).toBe('main');
    await expect.poll(() => page.evaluate(() => 'sameDocument' in window)).toBe(true);
    const listed = async () => {
      const { records } = await demo.get('/pornstar/wren-cardigan');
      return records.find(({ _id }: { _id: string }) => _id === String(ids.long)).views;
    };
    await expect.poll(listed).toBe(124);

    await page.goBack();
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/updateviews/'));
    await page.route('**/api/updateviews/*', (route) => route.abort());
    await card(page, ids.unsaid).click();
    await page.waitForURL(`**/video/${ids.unsaid}-unsaid`);
    await failed;
    await expect.poll(focused).toBe('main');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });

  it('POST /updateviews/{id} adds one, whatever the body says', async () => {
    const post = async (path: string, body: object) => {
      const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
      return (await (await fetch(`${demo.site.url}/api${path}`, init)).json()) as { views: number };
    };
    expect((await post(`/updateviews/${ids.once}`, { views: 999_999 })).views).toBe(2);
    expect((await post(`/getVideo/${ids.once}`, {})).views).toBe(2);
  });
});
