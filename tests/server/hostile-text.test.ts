/** Hostile text is refused or stored as it is, and pages send it as text. The same in a browser is in full/browser. */
import { load } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { routes } from '#contract/calls/routes.ts';
import { slugOf } from '#contract/values/names.ts';
import { bodies, submission } from '../support/hostile-catalogue.ts';
import { fragments, hostile, kinds, unsafeUrls } from '../support/hostile-fragments.ts';
import { all, hostileSite, missingFrom } from '../support/hostile-site.ts';
import { submitWebsite } from '../support/signed-in-browser.ts';

const site = hostileSite();
const { demo, call } = site;

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
    const { sent, stored: saved } = site.stored;
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

/** What a page sends: its texts, and whatever in it could run. */
const readPage = async (path: string) => {
  const $ = load(await demo.html(path));
  const attributes = $('*')
    .toArray()
    .flatMap((element) => Object.entries('attribs' in element ? element.attribs : {}));
  const links = $('a[href]')
    .toArray()
    .map((link) => new URL($(link).attr('href') ?? '', demo.site.url).href);
  const data = $('script[type="application/ld+json"]')
    .toArray()
    .map((script) => JSON.parse($(script).text()) as { '@graph': { name?: string }[] });
  const names = data.flatMap((each) => each['@graph']).map(({ name }) => name);
  $('script, style').remove();
  return {
    names,
    texts: [$.root().text(), ...attributes.map(([, value]) => value)].map((text) => text.replace(/\s+/g, ' ')),
    dangers: {
      handlers: attributes.filter(([name]) => name.startsWith('on')),
      unsafeLinks: links.filter((url) => !/^(https?|mailto):/.test(url)),
      frames: $('iframe, object, embed').length,
    },
  };
};

const expectText = async (path: string, wanted: string[]) => {
  const { texts, dangers, names } = await readPage(path);
  expect(dangers, path).toEqual({ handlers: [], unsafeLinks: [], frames: 0 });
  expect(missingFrom(texts, wanted), path).toEqual([]);
  return names;
};

describe('pages', () => {
  it.each(kinds)('of settings and of a list with texts of kind %i', async (kind) => {
    expect(await statusOf('PUT', '/settings', bodies.saveSettings(kind))).toBe(200);
    expect(
      await statusOf('PUT', '/list-texts/list/top-videos', {
        ...bodies.saveListText(kind),
        version: kinds.indexOf(kind),
      }),
    ).toBe(200);
    const beginnings = (...fields: string[]) => fields.map((field) => hostile(field, kind).slice(0, 60));
    const names = await expectText('/', beginnings('brand', 'home', 'heading', 'summary', 'footer', 'sponsor'));
    expect(names).toContain(hostile('brand', kind, 60));
    await expectText('/privacy', beginnings('privacy page'));
    await expectText('/top-videos', beginnings('list', 'gist', 'introduction'));
  });

  it.each(kinds)('of a video with texts of kind %i', async (kind) => {
    const texts = ['title', 'description', 'altKeywords'].map((field) => hostile(field, kind));
    const slugs = ['tag', 'star'].map((field) => slugOf(hostile(field, kind)));
    const names = await expectText(`/video/${site.stored.ids[kinds.indexOf(kind)]}`, [...texts, ...slugs]);
    expect(names).toContain(hostile('title', kind, 300));
  });

  it('of every list', async () => {
    const lists: [string, string[]][] = [
      ['/', all('title')],
      ['/new-content', all('title')],
      ['/indian', all('title')],
      ['/tag/quiet', all('title')],
      [`/tag/${slugOf(hostile('tag', 1))}`, [hostile('title', 1)]],
      [`/pornstar/${slugOf(hostile('star', 1))}`, [hostile('title', 1)]],
      ['/tags', all('tag').map(slugOf)],
      ['/pornstars', all('star').map(slugOf)],
      ['/our-network', all('network', 'pitch', 'member', 'offer')],
      ['/search?q=quiet', all('title')],
    ];
    for (const [path, wanted] of lists) await expectText(path, wanted);
  });

  it('at URLs that contain it', async () => {
    const everything = encodeURIComponent(fragments.join(' ').slice(0, 200));
    for (const start of ['/search?q=', '/tag/', '/pornstar/', '/']) await expectText(start + everything, []);
  });
});

it('robots.txt and the manifest', async () => {
  const lines = (await demo.html('/robots.txt')).split('\n').filter((line) => line !== '');
  for (const line of lines)
    expect(line).toMatch(/^(User-agent: \*|Disallow: \/(\w+[/?]?|\*[?&]\w+=)|Allow: \/|Sitemap: http\S+)$/);
  const manifest = JSON.parse(await demo.html('/manifest.webmanifest'));
  expect(manifest.name).toBe((await demo.get('/settings')).siteName);
});
