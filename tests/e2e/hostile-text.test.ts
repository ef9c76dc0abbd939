/** Stored text is shown as text on every screen, and never runs. */
import { beforeAll, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes.ts';
import { tidyName } from '#contract/values/names.ts';
import { slugOf } from '#contract/values/slug.ts';
import { demoSite, open, type VisitorOptions } from '../support/public-site.ts';
import { callerOf } from '../support/sign-in.ts';
import { signInAt, submitWebsite, whenLoaded } from '../support/signed-in-browser.ts';
import { bodies, storeHostileTexts, submission } from './hostile-catalogue.ts';
import { fragments, hostile, kinds, unsafeUrls } from './hostile-fragments.ts';
import { expectHarmless, watch } from './watched-page.ts';

const demo = demoSite({ seedDemo: false }, { loadsImages: true });
const userAgent = `browser ${fragments[1]}`;
let stored: Awaited<ReturnType<typeof storeHostileTexts>>;
let signedIn: VisitorOptions;
let call: ReturnType<typeof callerOf>;

beforeAll(async () => {
  const { url, config } = demo.site;
  const session = await signInAt(url, config.adminEmail ?? '', config.adminPassword ?? '', userAgent);
  signedIn = { session };
  call = callerOf(demo.site, session.cookie);
  stored = await storeHostileTexts(url, session.cookie);
});

const watchedPage = async (options: VisitorOptions = {}) => {
  const page = await demo.visitor({ ...options, isNew: true });
  return { page, ran: await watch(page) };
};

const beginning = 90;
const missingFrom = (texts: string[], wanted: string[]) =>
  wanted.filter((text) => {
    const begun = text.replace(/\s+/g, ' ').slice(0, beginning);
    return !texts.some((shown) => shown.includes(begun));
  });
const all = (...fields: string[]) => fields.flatMap((field) => kinds.map((kind) => hostile(field, kind)));
const slugs = (field: string) => all(field).map(slugOf);
const names = (field: string) => all(field).map(tidyName);

const statusOf = async (...[method, path, body]: Parameters<typeof call>) =>
  (await call(method, path, body)).statusCode;

describe('the API', () => {
  it('has no field that this test misses', () => {
    for (const name of Object.keys(bodies) as (keyof typeof bodies)[]) {
      const fields = Object.keys(routes[name].body.properties).sort();
      expect(Object.keys(bodies[name](0)).sort(), name).toEqual(fields);
    }
  });

  it('stores text unchanged', () => {
    const { sent, stored: saved } = stored;
    const texts = (record: object) =>
      Object.entries(record).filter(
        ([key, value]) => typeof value === 'string' && !['iframeUrl', 'password', 'createdBy'].includes(key),
      );
    expect(sent.length).toBe(kinds.length * 7 + 1);
    for (const [place, body] of sent.entries()) expect(saved[place]).toMatchObject(Object.fromEntries(texts(body)));
  });

  it('stores only the URL of pasted HTML', async () => {
    const { records } = (await call('GET', '/getpostdata?limit=100')).json();
    expect(records).toHaveLength(kinds.length);
    for (const { iframeUrl } of records) expect(iframeUrl).toMatch(/^https:\/\/example\.com\/embed\/\d+$/);
  });

  it.each(unsafeUrls)('refuses the URL %j', async (unsafe) => {
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
      ['PUT', '/settings', { ...settings, securityContact: unsafe }],
      ['PUT', '/settings', { ...settings, securityPolicyUrl: unsafe }],
      ['PUT', '/settings', { ...settings, sponsoredLink: { label: 'x', url: unsafe } }],
      ['PUT', '/settings', { ...settings, banners: [{ image: unsafe, url: '/' }] }],
      ['PUT', '/settings', { ...settings, banners: [{ image: '/', url: unsafe }] }],
    ];
    for (const request of refused) expect(await statusOf(...request), JSON.stringify(request)).toBe(400);
    const { status } = await submitWebsite(demo.site.url, { ...submission('site', 0), link: unsafe });
    expect(status).toBe(400);
  });

  it.each(fragments)('refuses %j as a username, email or category', async (fragment) => {
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

/** For tests that open many screens in one browser. */
const aWalk = 180_000;

const namesIn = (structuredData: { '@graph': { name?: string }[] }[]) =>
  structuredData.flatMap((data) => data['@graph']).map(({ name }) => name);

it('settings are plain text', { timeout: aWalk }, async () => {
  const { page, ran } = await watchedPage();
  for (const kind of kinds) {
    expect(await statusOf('PUT', '/settings', bodies.saveSettings(kind))).toBe(200);
    await open(page, '/');
    const { texts, structuredData } = await expectHarmless(page, ran);
    const fields = ['brand', 'home', 'heading', 'summary', 'footer', 'sponsor'];
    const wanted = fields.map((field) => hostile(field, kind).slice(0, 60));
    expect.soft(missingFrom(texts, wanted)).toEqual([]);
    expect.soft(namesIn(structuredData)).toContain(hostile('brand', kind, 60));
    await open(page, '/privacy');
    const { texts: ofInfoPage } = await expectHarmless(page, ran);
    expect.soft(missingFrom(ofInfoPage, [hostile('privacy page', kind).slice(0, 60)])).toEqual([]);
  }
});

it('texts of lists are plain text', { timeout: aWalk }, async () => {
  const { page, ran } = await watchedPage();
  for (const kind of kinds) {
    expect(await statusOf('PUT', '/list-texts/list/top-videos', bodies.saveListText(kind))).toBe(200);
    await open(page, '/top-videos');
    const { texts } = await expectHarmless(page, ran);
    const wanted = ['list', 'gist', 'introduction'].map((field) => hostile(field, kind).slice(0, 60));
    expect.soft(missingFrom(texts, wanted)).toEqual([]);
  }
});

describe('what a visitor sees', () => {
  it('the page of each video', { timeout: aWalk }, async () => {
    const { page, ran } = await watchedPage();
    for (const kind of kinds) {
      await open(page, `/video/${stored.ids[kind]}`);
      const { texts, structuredData } = await expectHarmless(page, ran);
      const wanted = ['title', 'story', 'alt'].map((field) => hostile(field, kind));
      const slugsWanted = ['tag', 'star'].map((field) => slugOf(hostile(field, kind)));
      expect.soft(missingFrom(texts, [...wanted, ...slugsWanted])).toEqual([]);
      expect.soft(namesIn(structuredData)).toContain(hostile('title', kind, 300));
    }
  });

  it('every list', { timeout: aWalk }, async () => {
    const lists: [string, string[]][] = [
      ['/', all('title', 'alt')],
      ['/new-content', all('title', 'alt')],
      ['/indian', all('title', 'alt')],
      ['/tag/quiet', all('title', 'alt')],
      [`/tag/${slugOf(hostile('tag', 1))}`, [hostile('title', 1)]],
      [`/pornstar/${slugOf(hostile('star', 1))}`, [hostile('title', 1)]],
      ['/tags', slugs('tag')],
      ['/pornstars', slugs('star')],
      ['/our-network', all('network', 'pitch', 'member', 'offer')],
      ['/search?q=quiet', all('title', 'alt')],
    ];
    const { page, ran } = await watchedPage();
    for (const [path, wanted] of lists) {
      await open(page, path);
      const { texts } = await expectHarmless(page, ran);
      expect.soft(missingFrom(texts, wanted), path).toEqual([]);
    }
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
  it('URLs that contain it', { timeout: aWalk }, async () => {
    const { page, ran } = await watchedPage();
    for (const start of ['/search?q=', '/tag/', '/pornstar/', '/']) {
      await open(page, start + everything);
      // A 404 for the document is expected here.
      await expectHarmless(
        page,
        ran.splice(0).filter((what) => !/status of 404/.test(what)),
      );
    }
  });
});

it('what an admin sees', { timeout: aWalk }, async () => {
  const tag = slugOf(hostile('tag', 1));
  const star = slugOf(hostile('star', 1));
  const screens: [string, string[]][] = [
    ['dashboard', [hostile('title', kinds.length - 1), hostile('title', kinds.length - 2)]],
    ['posts', [...all('title', 'alt'), ...names('star')]],
    [`posts?search=${encodeURIComponent(fragments.join(' '))}`, [fragments.join(' ')]],
    ['stars', all('model', 'bio')],
    ['networks', all('network', 'pitch', 'site', 'member', 'offer')],
    ['networks?tab=submissions', all('site', 'member', 'offer')],
    ['channels', all('channel', 'blurb')],
    ['terabox', all('file', 'note', 'size').map((text) => text.slice(0, 50))],
    ['manage-admins', [bodies.createAdmin().email]],
    ['stars-list', names('model')],
    ['tags-list', names('tag')],
    [`tag-videos/${tag}`, [hostile('title', 1), hostile('star', 1)]],
    [`star-videos/${star}`, [hostile('title', 1), hostile('tag', 1)]],
    [`tag-videos/${encodeURIComponent(fragments[1] ?? '')}`, [fragments[1] ?? '']],
    ['deleted', all('deleted')],
    ['deleted?kind=channels', all('closed')],
    ['mail', all('member')],
    ['account', [userAgent]],
    ['audit?entity=video', all('title', 'alt', 'story')],
    ['audit?entity=star', all('model', 'bio')],
    ['audit?entity=network', all('network', 'pitch', 'member', 'reason')],
    ['audit?entity=channel', all('channel', 'blurb')],
    ['audit?entity=file_link', all('file', 'note')],
    ['audit?entity=settings', all('heading', 'footer', 'summary')],
    ['settings', ['heading', 'footer', 'summary', 'featured'].map((field) => hostile(field, kinds.length - 1))],
  ];
  const { page, ran } = await watchedPage(signedIn);
  for (const [screen, wanted] of screens) {
    await page.goto(`/admin/${screen}`);
    await whenLoaded(page);
    const { texts } = await expectHarmless(page, ran);
    expect.soft(missingFrom(texts, wanted), screen).toEqual([]);
  }
});

describe('what an admin works with', () => {
  const at = async (path: string) => {
    const { page, ran } = await watchedPage(signedIn);
    await page.goto(path);
    await whenLoaded(page);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    return { page, ran, button };
  };

  it('the forms', { timeout: aWalk }, async () => {
    const forms: [string, string, string[]][] = [
      ['posts', hostile('title', 1), ['title', 'alt', 'story']],
      ['stars', hostile('model', 1), ['model', 'bio']],
      ['networks', hostile('network', 1), ['network', 'pitch']],
      ['channels', hostile('channel', 1), ['channel', 'blurb']],
      ['terabox', hostile('file', 1), ['file', 'note', 'size']],
    ];
    const { page, ran } = await watchedPage(signedIn);
    for (const [screen, name, fields] of forms) {
      await page.goto(`/admin/${screen}`);
      await whenLoaded(page);
      await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
      const inputs = page.getByRole('dialog').locator('input, textarea');
      const values = await inputs.evaluateAll((all) => (all as HTMLInputElement[]).map(({ value }) => value));
      const wanted = fields.map((field) => hostile(field, 1));
      expect.soft(missingFrom(values, wanted), screen).toEqual([]);
      await expectHarmless(page, ran);
    }
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
    const restoring = await at('/admin/deleted');
    await restoring.button(`Restore ${hostile('deleted', 2)}`).click();
    await restoring.page.getByText(`“${hostile('deleted', 2)}” was restored.`).waitFor();
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
    const page = await demo.visitor();
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
    for (const line of lines)
      expect(line).toMatch(/^(User-agent: \*|Disallow: \/(\w+\/?|\*[?&]\w+=)|Allow: \/|Sitemap: http\S+)$/);
    const manifest = JSON.parse(await demo.html('/manifest.webmanifest'));
    expect(manifest.name).toBe((await demo.get('/settings')).siteName);
  });
});
