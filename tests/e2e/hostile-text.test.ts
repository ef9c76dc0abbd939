/** Stored text is text on every screen, and never runs. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { slugOf } from '#contract/slug.ts';
import { callerOf } from '../support/login.ts';
import { demoSite, desktop, open, phone, type VisitorOptions } from '../support/public-site.ts';
import { signInAt, submitWebsite, whenLoaded } from '../support/signed-in-browser.ts';
import { bodies, storeHostileTexts, submission } from './hostile-catalogue.ts';
import { fragments, hostile, kinds, unsafeAddresses } from './hostile-fragments.ts';
import { readOverflow, readScreen } from './read-screen.ts';

const demo = demoSite({ seedDemo: false });
const userAgent = `browser ${fragments[1]}`;
let stored: Awaited<ReturnType<typeof storeHostileTexts>>;
let signedIn: VisitorOptions;
let call: ReturnType<typeof callerOf>;

beforeAll(async () => {
  const { url, config } = demo.site;
  const { cookie, storageState } = await signInAt(url, config.adminEmail ?? '', config.adminPassword ?? '', userAgent);
  signedIn = { storageState };
  call = callerOf(demo.site, cookie);
  stored = await storeHostileTexts(url, cookie);
});

/** A page that reports everything that ran, or that the page's policy kept from running. */
const watchedPage = async (options: VisitorOptions = {}) => {
  const page = await demo.visitor({ ...options, ...phone });
  const ran: string[] = [];
  await page.exposeFunction('marqueeHacked', (which: unknown) => ran.push(`script ${which}`));
  await page.exposeFunction('marqueeViolated', (what: string) => ran.push(`policy ${what}`));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      (window as unknown as { marqueeViolated: (what: string) => void }).marqueeViolated(
        `${violatedDirective} ${blockedURI} ${sample}`,
      ),
    ),
  );
  page.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') ran.push(`console ${message.text()}`);
  });
  return { page, ran };
};

/** Nothing ran, nothing could, nothing sticks out at either size; what the screen says is given back. */
const expectHarmless = async (page: Page, ran: string[]) => {
  const wide: Record<number, string[]> = {};
  for (const { viewport } of [desktop, phone]) {
    await page.setViewportSize(viewport);
    wide[viewport.width] = await page.evaluate(readOverflow);
  }
  const screen = await page.evaluate(readScreen);
  const { handlers, unsafeLinks, frames } = screen;
  const harmless = { ran: [], handlers: [], unsafeLinks: [], frames: 0 };
  expect.soft({ ran, handlers, unsafeLinks, frames }, page.url()).toEqual(harmless);
  expect.soft(wide, page.url()).toEqual({ 390: [], 1440: [] });
  return screen;
};

const beginning = 90;
const missingFrom = (texts: string[], wanted: string[]) =>
  wanted.filter((text) => {
    const begun = text.replace(/\s+/g, ' ').slice(0, beginning);
    return !texts.some((shown) => shown.includes(begun));
  });
const all = (...fields: string[]) => fields.flatMap((field) => kinds.map((kind) => hostile(field, kind)));
const slugs = (field: string) => all(field).map(slugOf);

const statusOf = async (...[method, path, body]: Parameters<typeof call>) =>
  (await call(method, path, body)).statusCode;

describe('the API', () => {
  it('has no field that this test leaves out', () => {
    for (const name of Object.keys(bodies) as (keyof typeof bodies)[]) {
      const fields = Object.keys(routes[name].body.properties).sort();
      expect(Object.keys(bodies[name](0)).sort(), name).toEqual(fields);
    }
  });

  it('keeps text as it was written', () => {
    const { sent, stored: kept } = stored;
    const texts = (record: object) =>
      Object.entries(record).filter(
        ([key, value]) => typeof value === 'string' && !['iframeUrl', 'password', 'createdBy'].includes(key),
      );
    expect(sent.length).toBe(kinds.length * 6 + 1);
    for (const [place, body] of sent.entries()) expect(kept[place]).toMatchObject(Object.fromEntries(texts(body)));
  });

  it('keeps of pasted HTML the address alone', async () => {
    const { records } = (await call('GET', '/getpostdata?limit=100')).json();
    expect(records).toHaveLength(kinds.length);
    for (const { iframeUrl } of records) expect(iframeUrl).toMatch(/^https:\/\/example\.com\/embed\/\d+$/);
  });

  it.each(unsafeAddresses)('takes no address like %j', async (unsafe) => {
    const settings = bodies.saveSettings(0);
    const refused: Parameters<typeof call>[] = [
      ...(['link', 'imageUrl', 'iframeUrl'] as const).map(
        (field): Parameters<typeof call> => ['POST', '/postdata', { ...bodies.addPost(0), [field]: unsafe }],
      ),
      ['POST', '/postdata', { ...bodies.addPost(0), iframeUrl: `<iframe src="${unsafe}"></iframe>` }],
      ['POST', '/stars', { ...bodies.addStar(0), name: 'x', image: unsafe }],
      ['POST', '/networks', { ...bodies.addNetwork(0), url: unsafe }],
      ['POST', '/networks', { ...bodies.addNetwork(0), logo: unsafe }],
      ['POST', '/channels', { ...bodies.addChannel(0), url: unsafe }],
      ['POST', '/channels', { ...bodies.addChannel(0), thumbnail: unsafe }],
      ['POST', '/terabox', { ...bodies.addFileLink(0), url: unsafe }],
      ['PUT', '/settings', { ...settings, leaveUrl: unsafe }],
      ['PUT', '/settings', { ...settings, sponsoredLink: { label: 'x', url: unsafe } }],
      ['PUT', '/settings', { ...settings, banners: [{ image: unsafe, url: '/' }] }],
      ['PUT', '/settings', { ...settings, banners: [{ image: '/', url: unsafe }] }],
    ];
    for (const request of refused) expect(await statusOf(...request), JSON.stringify(request)).toBe(400);
    const { status } = await submitWebsite(demo.site.url, { ...submission('site', 0), link: unsafe });
    expect(status).toBe(400);
  });

  it.each(fragments)('takes no name, address or category like %j', async (fragment) => {
    const refused: Parameters<typeof call>[] = [
      ['POST', '/postdata', { ...bodies.addPost(0), Category: fragment }],
      ['POST', '/postdata', { ...bodies.addPost(0), minutes: fragment }],
      ['POST', '/stars', { ...bodies.addStar(0), category: fragment }],
      ['POST', '/networks', { ...bodies.addNetwork(0), category: fragment }],
      ['POST', '/channels', { ...bodies.addChannel(0), category: fragment }],
      ['POST', '/terabox', { ...bodies.addFileLink(0), category: fragment }],
      ['POST', '/terabox', { ...bodies.addFileLink(0), fileType: fragment }],
      ['POST', '/admin/create', { ...bodies.createAdmin(), username: fragment.slice(0, 20) }],
      ['POST', '/admin/create', { ...bodies.createAdmin(), email: fragment }],
      ['PUT', '/settings', { ...bodies.saveSettings(0), accent: fragment }],
    ];
    for (const request of refused) expect(await statusOf(...request), JSON.stringify(request)).toBe(400);
  });
});

describe('what an operator sets', () => {
  it.each(kinds)('is text on the home page: %i', async (kind) => {
    expect(await statusOf('PUT', '/settings', bodies.saveSettings(kind))).toBe(200);
    const { page, ran } = await watchedPage();
    await open(page, '/');
    const { texts, structuredData } = await expectHarmless(page, ran);
    const fields = ['brand', 'heading', 'summary', 'footer', 'sponsor'];
    const wanted = fields.map((field) => hostile(field, kind).slice(0, 60));
    expect(missingFrom(texts, wanted)).toEqual([]);
    expect(structuredData.flatMap((data) => data['@graph']).map(({ name }) => name)).toContain(
      hostile('brand', kind, 60),
    );
  });
});

describe('what a visitor sees', () => {
  it.each(kinds)('the page of video %i', async (kind) => {
    const { page, ran } = await watchedPage();
    await open(page, `/video/${stored.ids[kind]}`);
    const { texts, structuredData } = await expectHarmless(page, ran);
    const wanted = ['title', 'story', 'alt'].map((field) => hostile(field, kind));
    expect(missingFrom(texts, [...wanted, slugOf(hostile('tag', kind)), slugOf(hostile('star', kind))])).toEqual([]);
    expect(structuredData.flatMap((data) => data['@graph']).map(({ name }) => name)).toContain(
      hostile('title', kind, 300),
    );
  });

  it.each([
    ['/', () => all('title', 'alt')],
    ['/new-content', () => all('title', 'alt')],
    ['/indian', () => all('title', 'alt')],
    ['/tag/quiet', () => all('title', 'alt')],
    [`/tag/${slugOf(hostile('tag', 1))}`, () => [hostile('title', 1)]],
    [`/pornstar/${slugOf(hostile('star', 1))}`, () => [hostile('title', 1)]],
    ['/tags', () => slugs('tag')],
    ['/pornstars', () => slugs('star')],
    ['/our-network', () => all('network', 'pitch', 'member', 'offer')],
    ['/search?q=quiet', () => all('title', 'alt')],
  ])('%s', async (path, wanted) => {
    const { page, ran } = await watchedPage();
    await open(page, path);
    const { texts } = await expectHarmless(page, ran);
    expect(missingFrom(texts, wanted())).toEqual([]);
  });

  it('what was watched, and suggestions', async () => {
    const { page, ran } = await watchedPage();
    await open(page, `/video/${stored.ids[1]}`);
    await open(page, '/mine');
    const { texts } = await expectHarmless(page, ran);
    expect(missingFrom(texts, [hostile('title', 1)])).toEqual([]);
    await page.keyboard.press('/');
    await page.locator('input:focus').fill('script');
    await page.getByRole('option').first().waitFor();
    await expectHarmless(page, ran);
  });

  const everything = encodeURIComponent(fragments.join(' ').slice(0, 200));
  it.each([`/search?q=${everything}`, `/tag/${everything}`, `/pornstar/${everything}`, `/${everything}`])(
    'an address that carries it: %s',
    async (path) => {
      const { page, ran } = await watchedPage();
      await open(page, path);
      // That there is no such page is no failure of the page.
      await expectHarmless(
        page,
        ran.splice(0).filter((what) => !/status of 404/.test(what)),
      );
    },
  );
});

describe('what an admin sees', () => {
  const tag = slugOf(hostile('tag', 1));
  const star = slugOf(hostile('star', 1));
  it.each([
    ['dashboard', () => [hostile('title', kinds.length - 1), hostile('title', kinds.length - 2)]],
    ['posts', () => [...all('title', 'alt'), ...slugs('star')]],
    [`posts?search=${encodeURIComponent(fragments.join(' '))}`, () => [fragments.join(' ')]],
    ['stars', () => all('model', 'bio')],
    ['networks', () => all('network', 'pitch', 'site', 'member', 'offer')],
    ['networks?tab=submissions', () => all('site', 'member', 'offer')],
    ['channels', () => all('channel', 'blurb')],
    ['terabox', () => all('file', 'note', 'size').map((text) => text.slice(0, 50))],
    ['manage-admins', () => [bodies.createAdmin().email]],
    ['stars-list', () => slugs('model')],
    ['tags-list', () => slugs('tag')],
    [`tag-videos/${tag}`, () => [hostile('title', 1), star]],
    [`star-videos/${star}`, () => [hostile('title', 1), tag]],
    [`tag-videos/${encodeURIComponent(fragments[1] ?? '')}`, () => [fragments[1] ?? '']],
    ['deleted-posts', () => all('deleted')],
    ['mail', () => all('member')],
    ['account', () => [userAgent]],
    ['audit?entity=video', () => all('title', 'alt', 'story')],
    ['audit?entity=star', () => all('model', 'bio')],
    ['audit?entity=network', () => all('network', 'pitch', 'member', 'reason')],
    ['audit?entity=channel', () => all('channel', 'blurb')],
    ['audit?entity=file_link', () => all('file', 'note')],
    ['audit?entity=settings', () => all('heading', 'footer', 'summary')],
    ['settings', () => ['heading', 'footer', 'summary', 'featured'].map((field) => hostile(field, kinds.length - 1))],
  ])('%s', async (screen, wanted) => {
    const { page, ran } = await watchedPage(signedIn);
    await page.goto(`/admin/${screen}`);
    await whenLoaded(page);
    const { texts } = await expectHarmless(page, ran);
    expect(missingFrom(texts, wanted())).toEqual([]);
  });
});

describe('what an admin works with', () => {
  const at = async (path: string) => {
    const { page, ran } = await watchedPage(signedIn);
    await page.goto(path);
    await whenLoaded(page);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    return { page, ran, button };
  };

  it.each([
    ['/admin/posts', hostile('title', 1), ['title', 'alt', 'story']],
    ['/admin/stars', hostile('model', 1), ['model', 'bio']],
    ['/admin/networks', hostile('network', 1), ['network', 'pitch']],
    ['/admin/channels', hostile('channel', 1), ['channel', 'blurb']],
    ['/admin/terabox', hostile('file', 1), ['file', 'note', 'size']],
  ])('the form of %s', async (path, name, fields) => {
    const { page, ran, button } = await at(path);
    await button(`Edit ${name}`).click();
    const values = await page
      .getByRole('dialog')
      .evaluate((dialog) =>
        [...dialog.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map(
          ({ value }) => value,
        ),
      );
    expect(
      missingFrom(
        values,
        fields.map((field) => hostile(field, 1)),
      ),
    ).toEqual([]);
    await expectHarmless(page, ran);
  });

  it('two versions of a network', async () => {
    const { page, ran, button } = await at('/admin/networks');
    await button(`Edit ${hostile('network', 2)}`).click();
    const { _id } = (await call('GET', '/networks'))
      .json()
      .find(({ name }: { name: string }) => name === hostile('network', 2));
    await call('PUT', `/networks/${_id}`, { description: hostile('theirs', 2) });
    await page.getByLabel('Description').fill(hostile('mine', 2));
    await button('Update Network').click();
    await page.getByText(hostile('theirs', 2)).first().waitFor();
    const { texts } = await expectHarmless(
      page,
      ran.splice(0).filter((what) => !/status of 409/.test(what)),
    );
    expect(missingFrom(texts, [hostile('theirs', 2), hostile('mine', 2)])).toEqual([]);
  });

  it('messages', async () => {
    const approving = await at('/admin/networks?tab=submissions');
    await approving.button(`Approve ${hostile('site', 2)}`).click();
    await approving.page.getByText(`${hostile('site', 2)} is approved`).waitFor();
    await expectHarmless(approving.page, approving.ran);
    const restoring = await at('/admin/deleted-posts');
    await restoring.button(`Restore ${hostile('deleted', 2)}`).click();
    await restoring.page.getByText(`“${hostile('deleted', 2)}” is restored.`).waitFor();
    await expectHarmless(restoring.page, restoring.ran);
  });
});

describe('what machines read', () => {
  const tag = slugOf(hostile('tag', 1));
  it.each([
    ['/new-content.rss', 'item > title'],
    [`/tag/${tag}.rss`, 'item > title'],
    [`/pornstar/${slugOf(hostile('star', 1))}.rss`, 'item > title'],
    ['/sitemap.xml', 'sitemap > loc'],
    ['/sitemap-pages.xml', 'url > loc'],
    ['/sitemap-tags.xml', 'url > loc'],
    ['/sitemap-pornstars.xml', 'url > loc'],
    ['/sitemap-videos-1.xml', 'url > video title, url > video > title, url title'],
  ])('%s is well-formed', async (path, selector) => {
    const xml = await demo.html(path);
    const { page } = await watchedPage();
    const { problem, texts, strange } = await page.evaluate(
      ([source = '', chosen = '']) => {
        const read = new DOMParser().parseFromString(source, 'application/xml');
        const found = [...read.getElementsByTagName('*')];
        return {
          problem: read.querySelector('parsererror')?.textContent ?? '',
          texts: [...read.querySelectorAll(chosen)].map(({ textContent }) => textContent ?? ''),
          strange: found.filter(({ localName }) => ['script', 'svg', 'img'].includes(localName)).length,
        };
      },
      [xml, selector],
    );
    expect({ problem, strange }).toEqual({ problem: '', strange: 0 });
    expect(texts.length).toBeGreaterThan(0);
    if (selector.includes('title')) expect(missingFrom(texts, [hostile('title', 1)])).toEqual([]);
  });

  it('robots.txt and the manifest', async () => {
    const lines = (await demo.html('/robots.txt')).split('\n').filter((line) => line !== '');
    for (const line of lines) expect(line).toMatch(/^(User-agent: \*|Disallow: \/\w+\/?|Allow: \/|Sitemap: http\S+)$/);
    const manifest = JSON.parse(await demo.html('/manifest.webmanifest'));
    expect(manifest.name).toBe((await demo.get('/settings')).siteName);
  });
});
