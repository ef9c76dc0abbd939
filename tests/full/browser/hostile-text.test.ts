/** Stored text is shown as text on every public page, and never runs. server/hostile-text has what is sent. */
import { describe, expect, it } from 'vitest';
import { slugOf } from '#contract/values/names.ts';
import { bodies } from '../../support/hostile-catalogue.ts';
import { fragments, hostile, kinds } from '../../support/hostile-fragments.ts';
import { all, hostileSite, missingFrom } from '../../support/hostile-site.ts';
import { open } from '../../support/public-site.ts';
import { expectHarmless } from '../../support/watched-page.ts';

const site = hostileSite();
const { demo, call, watchedPage } = site;

const slugs = (field: string) => all(field).map(slugOf);

const statusOf = async (...[method, path, body]: Parameters<typeof call>) =>
  (await call(method, path, body)).statusCode;

const namesIn = (structuredData: { '@graph': { name?: string }[] }[]) =>
  structuredData.flatMap((data) => data['@graph']).map(({ name }) => name);

it('settings are plain text', async () => {
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

it('texts of lists are plain text', async () => {
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
  it('the page of each video', async () => {
    const { page, ran } = await watchedPage();
    for (const kind of kinds) {
      await open(page, `/video/${site.stored.ids[kind]}`);
      const { texts, structuredData } = await expectHarmless(page, ran);
      const wanted = ['title', 'description', 'altKeywords'].map((field) => hostile(field, kind));
      const slugsWanted = ['tag', 'star'].map((field) => slugOf(hostile(field, kind)));
      expect.soft(missingFrom(texts, [...wanted, ...slugsWanted])).toEqual([]);
      expect.soft(namesIn(structuredData)).toContain(hostile('title', kind, 300));
    }
  });

  it('every list', async () => {
    const lists: [string, string[]][] = [
      ['/', all('title', 'altKeywords')],
      ['/new-content', all('title', 'altKeywords')],
      ['/indian', all('title', 'altKeywords')],
      ['/tag/quiet', all('title', 'altKeywords')],
      [`/tag/${slugOf(hostile('tag', 1))}`, [hostile('title', 1)]],
      [`/pornstar/${slugOf(hostile('star', 1))}`, [hostile('title', 1)]],
      ['/tags', slugs('tag')],
      ['/pornstars', slugs('star')],
      ['/our-network', all('network', 'pitch', 'member', 'offer')],
      ['/search?q=quiet', all('title', 'altKeywords')],
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
    await open(page, `/video/${site.stored.ids[1]}`);
    await open(page, '/mine');
    const { texts } = await expectHarmless(page, ran);
    expect(missingFrom(texts, [hostile('title', 1)])).toEqual([]);
    await page.keyboard.press('/');
    await page.locator('input:focus').fill('script');
    await page.getByRole('option').first().waitFor();
    await expectHarmless(page, ran);
  });

  const everything = encodeURIComponent(fragments.join(' ').slice(0, 200));
  it('URLs that contain it', async () => {
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
});
