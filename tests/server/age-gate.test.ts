/** What the HTML says about the age gate: it stands before every page, except those that minors and victims must be able to read. */
import type { CheerioAPI } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { publicPages } from '#web/public/pages.ts';
import { publicScreens } from '../support/public-screens.ts';
import { sharedDemo } from '../support/public-site.ts';

const demo = sharedDemo();
const label = 'RTA-5042-1996-1400-1577-RTA';

const ungatedPages = publicPages.filter(({ isUngated }) => isUngated);
const ungated = ungatedPages.flatMap(({ sitemap }) => sitemap);
const gated = publicScreens.filter((screen) => !ungatedPages.some(({ path }) => screen === `/${path}`));

/** What hides a page must be in its document: a style sheet can fail to load. */
const hides = ':root:not([data-adult]):not(:has(#age-gate:not([open]))) #site:not([data-ungated])';
const isHidden = ($: CheerioAPI) =>
  $('head style').text().includes(hides) &&
  $('html').is(':not([data-adult])') &&
  $('dialog#age-gate').is('[open]') &&
  $('#site').is(':not([data-ungated])');

describe('a page for adults', () => {
  it.each([...gated, '/privacy/nothing', '/no/such/page'])(
    '%s is hidden until the gate is answered, with no picture to fetch before that',
    async (path) => {
      const $ = await demo.read(path);
      expect(isHidden($)).toBe(true);
      const eager = $('img:not([loading="lazy"])')
        .get()
        .filter((image) => !$(image).attr('src')?.startsWith('data:'));
      expect(eager).toEqual([]);
      expect($('link[rel="preload"][as="image"]:not([media="not all"])')).toHaveLength(0);
    },
  );

  it('is complete for crawlers', async () => {
    const $ = await demo.read('/');
    expect($('main a.card[href^="/video/"]')).toHaveLength(16);
    const ratings = $('meta[name="rating"]')
      .get()
      .map((meta) => $(meta).attr('content'));
    expect(ratings).toEqual(['adult', label]);
  });
});

describe('the gate', () => {
  it('has a name and a description for screen readers', async () => {
    const $ = await demo.read('/');
    const gate = $('#age-gate');
    expect(gate.attr('aria-modal')).toBe('true');
    expect($(`#${gate.attr('aria-labelledby')}`).text()).toBe('Adults only');
    expect($(`#${gate.attr('aria-describedby')}`).text()).toContain('18 or older');
  });

  it('has a link that leaves, to the URL of the settings', async () => {
    const $ = await demo.read('/');
    const { leaveUrl } = await demo.get('/settings');
    expect($('#age-gate a').text()).toBe('Leave');
    expect($('#age-gate a').attr('href')).toBe(leaveUrl);
  });

  it('is answered by a form, which works without JavaScript', async () => {
    const $ = await demo.read('/');
    expect($('#age-gate form').attr('method')).toBe('post');
    expect($('#age-gate form').attr('action')).toBe('/age/answer');
    expect($('#age-gate button[type="submit"]').text()).toBe('I am 18 or older');
  });

  const answer = (headers: Record<string, string>) =>
    fetch(`${demo.site.url}/age/answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: '',
      redirect: 'manual',
    });
  const styleFor = async (cookie: string) =>
    (await fetch(`${demo.site.url}/age/answer.css`, { headers: { cookie } })).text();

  it('remembers the answer without JavaScript, and leads back to its page', async () => {
    const { url } = demo.site;
    const response = await answer({ origin: url, referer: `${url}//tag/milf?sort=popular` });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/tag/milf?sort=popular']);
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^marquee_adult=1; Max-Age=2592000; Path=\/; SameSite=Lax$/);
    expect(await styleFor(cookie.split(';')[0] as string)).toContain('#age-gate{display:none!important}'.slice(9));
    expect(await styleFor('marquee_adult=0')).toBe('');
    expect((await answer({ origin: url })).headers.get('location')).toBe('/');
    expect((await answer({ origin: url, referer: 'https://example.com/x' })).headers.get('location')).toBe('/');
  });

  it('takes no answer from another site', async () => {
    const { url } = demo.site;
    for (const headers of [
      {},
      { origin: 'https://example.com' },
      { origin: 'null' },
      { origin: url, 'sec-fetch-site': 'cross-site' },
    ]) {
      const response = await answer(headers as Record<string, string>);
      expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null]);
    }
  });
});

it.each(['/', '/robots.txt', '/sitemap.xml', '/api/tags', '/art/1.svg', '/no/such/page', '/api/nothing'])(
  '%s has the RTA label of adult content',
  async (path) => {
    const { headers } = await fetch(demo.site.url + path);
    expect(headers.get('rating')).toBe(label);
  },
);

describe('a page that nobody has to answer the gate for', () => {
  it.each(ungated)('%s is shown at once, with nothing for adults', async (path) => {
    const $ = await demo.read(path);
    expect($('#site').is('[data-ungated]')).toBe(true);
    expect($('main h1')).toHaveLength(1);
    expect($('main img')).toHaveLength(0);
    expect($('footer a').filter((_, link) => $(link).text() === 'Content removal')).toHaveLength(1);

    expect($('head style').text()).toContain(':root:not([data-adult]) [data-ungated] .for-adults');
    $('.for-adults').remove();
    const targets = $('#site a')
      .get()
      .map((link) => $(link).attr('href') ?? '')
      .filter((href) => href !== 'https://www.inhope.org/');
    expect(targets.filter((href) => /^\/(video|tag|pornstar|category)\/|^https?:/.test(href))).toEqual([]);
  });

  it('has the whole footer for somebody who has answered', async () => {
    const $ = await demo.read('/privacy');
    expect($('footer .for-adults nav[aria-label="Performers"] a').length).toBeGreaterThan(0);
    expect($('.for-adults').text()).toContain('Sponsored');
  });
});
