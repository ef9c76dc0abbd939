/** Where the links and forms of pages lead: with them, the site can be used without JavaScript. */
import { type CheerioAPI, load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { publicScreens } from '../support/public-screens.ts';
import { sharedDemo } from '../support/public-site.ts';

const demo = sharedDemo();

const linkWith = ($: CheerioAPI, within: string, text: string) =>
  $(`${within} a`)
    .filter((_, link) => $(link).text() === text)
    .attr('href');

/** The page that a form leads to, sent as a browser would. */
const sent = ($: CheerioAPI, selector: string, typed: string) => {
  const form = $(selector).closest('form');
  $(selector).val(typed);
  const query = new URLSearchParams(form.serializeArray().map(({ name, value }) => [name, value]));
  return demo.read(`${form.attr('action')}?${query}`);
};

describe('whoever wants something removed', () => {
  it.each([...publicScreens, '/no/such/page', '/video/999999999', '/pornstars/9999'])(
    'finds the way in the footer of %s',
    async (path) => {
      // To parse whole pages takes most of the time of this file.
      const html = await demo.html(path);
      const $ = load(html.slice(html.indexOf('<footer')));
      expect(linkWith($, 'footer', 'Content removal')).toBe('/content-removal');
    },
  );

  it('finds a link to report it on the page of each video', async () => {
    const $ = await demo.read('/video/1');
    const href = linkWith($, 'article', 'Report');
    expect(href).toBe('/report#video=1');
    const report = await demo.read('/report');
    const deadLink = report('main a:contains("A dead or wrong link")').attr('href') ?? '';
    const form = await demo.read(deadLink);
    expect(form('main form [name="urls"]')).toHaveLength(1);
  });
});

describe('without JavaScript', () => {
  it('a card leads to its video, and that to the page that hosts it', async () => {
    const home = await demo.read('/');
    const $ = await demo.read(home('main a.card').first().attr('href') ?? '');
    const out = $('main a[data-out]');
    expect(out.first().attr('aria-label')).toMatch(/^Play /);
    for (const link of out.get()) expect($(link).attr('href')).toMatch(/^https:\/\/example\.com\//);
  });

  it('Load More leads to more videos of the same tag', async () => {
    const $ = await demo.read('/video/1');
    const more = linkWith($, 'main', 'Load More');
    expect(more).toMatch(/^\/tag\/.+/);
    expect(more).toBe($('aside a[href^="/tag/"]').first().attr('href'));
  });

  it('the next page is a link', async () => {
    const $ = await demo.read('/tag/milf');
    const next = linkWith($, 'nav[aria-label="Pages"]', 'Next');
    expect(next).toBe('/tag/milf/2');
    expect((await demo.read(next ?? ''))('ul[aria-label="milf videos"] a.card')).toHaveLength(16);
  });

  it('the search of wide screens is a form', async () => {
    const $ = await sent(await demo.read('/tags'), '#bar-search', 'milf');
    expect($('ul[aria-label="Results for “milf”"] a.card')).toHaveLength(16);
  });

  it('the search of phones is a button that leads to a page of its own, with a form', async () => {
    const tags = await demo.read('/tags');
    for (const place of ['header', '.bottom-bar']) {
      const form = tags(`${place} form:not(:has(input)):has(button[type="submit"])`);
      expect(form.attr('action'), place).toBe('/search');
    }
    const $ = await sent(await demo.read('/search'), '#page-search', 'milf');
    expect($('ul[aria-label="Results for “milf”"] a.card')).toHaveLength(16);
  });

  it('models are found by letter and by name', async () => {
    const home = await demo.read('/');
    const models = await demo.read(linkWith(home, 'footer', 'Models') ?? '');
    expect(linkWith(models, 'nav[aria-label="First letter"]', 'I')).toBe('/pornstars?letter=I');
    const $ = await sent(await demo.read('/pornstars?letter=I'), 'input[type="search"]', 'torven');
    expect($('ul[aria-label="Models"] a').length).toBeGreaterThan(0);
  });

  it('the library says that it needs JavaScript', async () => {
    const $ = await demo.read('/mine');
    expect($('main noscript').text()).toContain('Your library needs JavaScript');
  });

  it('categories are links in the bar and in the menu', async () => {
    const $ = await demo.read('/tags');
    for (const place of ['.wide-bar details', 'dialog details'])
      expect($(`${place} a[href^="/category/"]`), place).toHaveLength(17);
  });
});

it('the library says that it is saved only in this browser', async () => {
  const $ = await demo.read('/mine');
  expect($('h1').text()).toBe('Your library: saved only in this browser');
});

describe('the bars mark the page that is shown', () => {
  it.each([
    ['Top', '/top-videos'],
    ['New', '/new-content'],
    ['Most liked', '/most-liked'],
    ['Models', '/pornstars'],
    ['Tags', '/tags'],
  ])('%s on wide screens', async (label, path) => {
    const $ = await demo.read(path);
    expect(linkWith($, '.wide-bar', label)).toBe(path);
    expect($('.wide-bar [aria-current="page"]').text()).toBe(label);
  });

  it.each([
    ['Home', '/'],
    ['Models', '/pornstars'],
    ['Mine', '/mine'],
    ['Tags', '/tags'],
  ])('%s on phones', async (label, path) => {
    const $ = await demo.read(path);
    expect(linkWith($, '.bottom-bar', label)).toBe(path);
    expect($('.bottom-bar [aria-current="page"]').text()).toBe(label);
  });
});
