/** The forms that report something, by their HTML alone: they need no JavaScript. */
import type { CheerioAPI } from 'cheerio';
import { load } from 'cheerio';
import { beforeEach, describe, expect, it } from 'vitest';
import { caseKinds } from '#contract/values/cases.ts';
import { reportForms } from '#contract/values/reports.ts';
import { readRobotsRules } from '#domain/fetching/robots-rules.ts';
import { demoSite } from '../support/public-site.ts';

const demo = demoSite();
/** All tests have one network, and would reach its limit together. */
beforeEach(() =>
  demo.site.database.db.updateTable('cases').set({ sender: null, network: null, has_proof: true }).execute(),
);

let next = 100;
/** A video that nothing was reported about. */
const newVideo = () => ++next;

const texts: Record<string, string> = {
  description: 'The person beside the lighthouse.',
  work: 'A film about lighthouses.',
  rightsHolder: 'Harbour Films',
  name: 'Ida Example',
  email: 'ida@example.com',
};
const form = ($: CheerioAPI) => $('main form:has(textarea)');
const field = ($: CheerioAPI, name: string) => form($).find(`[name="${name}"]`);
const fill = ($: CheerioAPI, entered: Record<string, string>) => {
  for (const [name, text] of Object.entries(entered)) field($, name).val(text);
};
const fillEverything = ($: CheerioAPI, urls: string) => {
  fill($, { urls, ...texts });
  form($).find('[type="checkbox"]').attr('checked', 'checked');
  form($).find('[type="radio"][value="self"]').attr('checked', 'checked');
};
/** Sends the form as a browser without JavaScript would. */
const send = async ($: CheerioAPI, button: Record<string, string> = {}) => {
  const entered = form($)
    .serializeArray()
    .map(({ name, value }) => [name, value]);
  const response = await fetch(demo.site.url + form($).attr('action'), {
    method: form($).attr('method') ?? 'get',
    body: new URLSearchParams([...entered, ...Object.entries(button)]),
  });
  return { path: new URL(response.url).pathname, $: load(await response.text()) };
};
const statusPage = /^\/report\/status\/[\w-]+$/;

describe('to crawlers and caches', () => {
  const hrefOf = ($: CheerioAPI, selector: string) => $(selector).attr('href');

  it('the forms of all videos are one page, because the video is in the fragment', async () => {
    const hrefs = await Promise.all(
      [1, 2].map(async (id) => hrefOf(await demo.read(`/video/${id}`), 'article a:contains("Report")') ?? ''),
    );
    expect(hrefs).toEqual(['/report#video=1', '/report#video=2']);
    // Links from before the video was in the fragment.
    expect(await demo.html('/report?kind=minor&video=2')).toBe(await demo.html('/report?kind=minor'));
  });

  it('robots.txt keeps crawlers from every form, and the page that leads to them is not to be listed', async () => {
    const { isAllowed } = readRobotsRules(await demo.html('/robots.txt'), 'Marquee');
    const isOpen = (path: string) => isAllowed(demo.site.url + path);
    const $ = await demo.read('/report');
    const forms = $('main ul a').toArray();
    expect(forms).toHaveLength(caseKinds.length);
    for (const form of forms) {
      expect($(form).attr('rel')).toBe('nofollow');
      expect(isOpen($(form).attr('href') ?? '')).toBe(false);
    }
    for (const older of ['/report?video=7', '/report?kind=minor&video=7']) expect(isOpen(older), older).toBe(false);
    expect(isOpen('/report')).toBe(true);
    for (const path of ['/report', '/report?kind=minor', '/report?video=7'])
      expect((await demo.read(path))('meta[name=robots]').attr('content'), path).toBe('noindex,follow');
    expect(await demo.html('/sitemap-pages.xml')).not.toContain('/report<');
  });
});

describe('a report without JavaScript', () => {
  it.each(caseKinds)('is sent: %s', async (kind) => {
    const id = newVideo();
    const kinds = await demo.read('/report');
    const link = kinds(`main a:contains("${reportForms[kind].title}")`).attr('href') ?? '';
    const $ = await demo.read(link);
    expect($('h1').text()).toBe(reportForms[kind].title);
    fillEverything($, `/video/${id}`);
    const { path, $: answer } = await send($);
    if (kind === 'dead_link') return expect(answer('main').text()).toContain('Thank you. We will look at the link.');
    expect(path).toMatch(statusPage);
    expect(answer('h1').text()).toMatch(/^Report \d{4}-\d{6}$/);
    const isHidden = kind === 'minor' || kind === 'intimate_image';
    expect((await fetch(`${demo.site.url}/video/${id}`)).status).toBe(isHidden ? 410 : 200);
  });

  it('with errors says what is missing, keeps what was typed, and can be cleared', async () => {
    const $ = await demo.read('/report?kind=copyright');
    fill($, { urls: '/video/1', work: 'My\nfilm', email: 'not an email' });
    form($).find('[type="checkbox"]').first().attr('checked', 'checked');
    const { $: again } = await send($);
    expect(again('main').text()).toContain('Enter who holds the rights.');
    expect(again('main').text()).toContain('Enter an email address such as name@example.com.');
    expect(field(again, 'work').text().trim()).toBe('My\nfilm');
    expect(field(again, 'urls').text().trim()).toBe('/video/1');
    const boxes = form(again).find('[type="checkbox"]').get();
    expect(boxes.map((box) => again(box).is('[checked]'))).toEqual([true, false]);
    const clear = again('main form a:contains("Clear what I typed")').attr('href') ?? '';
    const empty = await demo.read(clear);
    expect(field(empty, 'work').text().trim()).toBe('');
    expect(empty('main').text()).not.toContain('Enter who holds the rights.');
  });

  it('is received from a password manager that fills in the hidden field', async () => {
    const $ = await demo.read('/report?kind=other');
    fill($, { description: 'Something', website: `https://example.com/${'long'.repeat(100)}` });
    expect((await send($)).path).toMatch(statusPage);
  });

  it('of more than a hundred URLs is received, and says what becomes of the others', async () => {
    const $ = await demo.read('/report?kind=minor');
    fill($, { urls: Array.from({ length: 101 }, (_, n) => `https://example.com/${n}`).join('\n') });
    const { path, $: status } = await send($);
    expect(path).toMatch(statusPage);
    expect(status('main').text()).toContain('You sent 101 URLs.');
  });

  it('of an intimate image can be sent with its URL alone by somebody in a hurry', async () => {
    const $ = await demo.read('/report?kind=intimate_image');
    fill($, { urls: `/video/${newVideo()}` });
    const { path, $: again } = await send($);
    expect(path).toBe('/report');
    const { name = '', value = '' } = again('main form button:contains("Send it as it is")').attr() ?? {};
    expect((await send(again, { [name]: value })).path).toMatch(statusPage);
  });

  it('promises no email without a mail server, nor does the page about removals', async () => {
    const pages = caseKinds.filter((kind) => kind !== 'dead_link').map((kind) => `/report?kind=${kind}`);
    for (const page of [...pages, '/content-removal']) {
      const text = (await demo.read(page))('main').text();
      expect([page, text]).toEqual([page, expect.stringContaining('This site sends no emails')]);
      expect([page, text]).not.toEqual([page, expect.stringMatching(/we send you|we write to you|want an answer/i)]);
    }
  });

  it('has a page that nobody finds with a wrong address', async () => {
    const response = await fetch(`${demo.site.url}/report/status/${'A'.repeat(43)}`);
    expect(response.status).toBe(404);
    expect(load(await response.text())('h1').text()).toBe('There is nothing here');
  });
});
