/** Names of tags and performers in any script: what is saved, listed and found, and where their URLs lead (decision 021). */
import { load } from 'cheerio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minIndexedVideos } from '#contract/values/lists.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let visit: ReturnType<typeof callerOf>;

const post = {
  imageUrl: 'https://example.com/harbour.jpg',
  link: 'https://example.com/watch/1',
  Category: 'english',
};
const add = async (changes: object) => (await call('POST', '/postdata', { ...post, ...changes })).json().post;
const get = async (path: string) => (await visit('GET', path)).json();
const page = (path: string) => fetch(site.url + path, { redirect: 'manual' });
const html = async (path: string) => (await page(path)).text();

const scripts = ['日本語', 'عربي', 'Мария', 'हिन्दी', 'ภาษาไทย', '한국어', 'Ελλάδα', 'עברית', 'தமிழ்', 'ქართული'];

beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  visit = callerOf(site);
  await add({ titel: 'فيلم قصير', tags: ['Café Noir', ...scripts], name: ['Zoë  Ñandú', 'Мария'] });
});
afterAll(() => site.stop());

describe('saving', () => {
  it('keeps each spelling, also in the answer', async () => {
    const saved = await add({ titel: 'One', tags: [' Ísland '], name: ['Łucja Øre'] });
    expect(saved).toMatchObject({
      tags: ['island'],
      tagNames: { island: 'Ísland' },
      name: ['lucja-ore'],
      starNames: { 'lucja-ore': 'Łucja Øre' },
    });
    const { rows } = await site.database.pool.query("select name from tags where slug = 'island'");
    expect(rows).toEqual([{ name: 'Ísland' }]);
  });

  it('names with the same slug are one, and the first spelling stays', async () => {
    const { tags } = await add({ titel: 'Two', tags: ['CAFE NOIR', 'Café noir'] });
    expect(tags).toEqual(['cafe-noir']);
    expect((await get('/tags/cafe-noir/posts')).tag).toEqual({ slug: 'cafe-noir', name: 'Café Noir' });
  });

  it('renaming a star changes the spelling everywhere at once', async () => {
    const { star } = (await call('POST', '/stars', { name: 'Jose Ruiz' })).json();
    const { _id } = await add({ titel: 'Three', name: ['jose ruiz'] });
    expect(await html('/pornstar/jose-ruiz')).toContain('<h1 dir="auto">Jose Ruiz</h1>');
    await call('PUT', `/stars/${star._id}`, { name: 'José Ruíz', version: 1 });
    expect((await visit('POST', `/getVideo/${_id}`)).json().starNames).toEqual({ 'jose-ruiz': 'José Ruíz' });
    expect(await html('/pornstar/jose-ruiz')).toContain('<h1 dir="auto">José Ruíz</h1>');
    expect(await html(`/video/${_id}`)).toContain('José Ruíz</a>');
  });

  it('a tag stored by the stricter rule stays the same tag', async () => {
    await site.database.pool.query("insert into tags (slug, name) values ('d-j-vu', 'Déjà Vu')");
    const saved = await add({ titel: 'Four', tags: ['Déjà Vu', 'd-j-vu'] });
    expect(saved).toMatchObject({ tags: ['d-j-vu'], tagNames: { 'd-j-vu': 'Déjà Vu' } });
    const response = await page('/tag/deja-vu');
    expect([response.status, response.headers.get('location')]).toEqual([301, '/tag/d-j-vu']);
  });

  it.each([
    ['emoji', '🎬🎬', 'A tag must contain a letter or a digit.'],
    ['an invisible letter', '\u3164', 'Enter a tag.'],
    ['500 combining marks', `e${'\u0301'.repeat(500)}`, /at most 100 characters/],
    ['a lone surrogate', '\ud800x', /tag/],
  ])('refuses %s', async (_, tag, message) => {
    const response = await call('POST', '/postdata', { ...post, titel: 'Five', tags: [tag] });
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(message);
  });
});

describe('showing', () => {
  it.each(scripts)('%s has a page under its own script', async (tag) => {
    const slug = encodeURIComponent((await get(`/tags/${encodeURIComponent(tag)}/posts`)).tag.slug);
    const response = await page(`/tag/${slug}`);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toContain(`<h1 dir="auto">${tag.toLowerCase()}</h1>`);
    expect(text).toMatch(new RegExp(`<link rel="canonical" href="[^"]+/tag/${slug}"/>`));
    expect(await html('/tags')).toContain(`>${tag}</a>`);
  });

  it('tags of any script are in the sitemap under their slugs', async () => {
    for (let added = 1; added < minIndexedVideos; added++) await add({ titel: `Again ${added}`, tags: scripts });
    const { tags } = await add({ titel: 'Once more', tags: scripts });
    const sitemap = await html('/sitemap-tags.xml');
    for (const slug of tags) expect(sitemap).toContain(`/tag/${encodeURIComponent(slug)}</loc>`);
  });

  it('names are in heads, chips and structured data as they were entered', async () => {
    const performer = await html('/pornstar/zoe-nandu');
    expect(performer).toContain('<title>Zoë Ñandú videos · ');
    expect(performer).toContain('"name":"Zoë Ñandú"');
    const { records } = await get('/pornstar/zoe-nandu');
    const video = await html(`/video/${records[0]._id}`);
    expect(video).toContain('href="/pornstar/zoe-nandu" dir="auto" class="chip">Zoë Ñandú</a>');
    expect(video).toMatch(/"keywords":"Café Noir, 日本語/);
    expect(await html('/pornstars')).toContain('>Zoë Ñandú</span>');
    expect(await html('/tag/cafe-noir.rss')).toContain('<title>Café Noir videos · ');
  });

  it('a title in another script gives a readable URL', async () => {
    const { records } = await get('/tags/cafe-noir/posts?search=title:فيلم');
    const path = `/video/${records[0]._id}-${encodeURIComponent('فيلم-قصير')}`;
    expect(await html(`/video/${records[0]._id}`)).toContain(`${path}"/><meta name="robots"`);
    expect((await page(path)).status).toBe(200);
  });

  it('admins get the name of each tag', async () => {
    const { summaries } = (await call('GET', '/tags?search=noir')).json();
    expect(summaries).toMatchObject([{ _id: 'cafe-noir', name: 'Café Noir' }]);
  });
});

describe('finding', () => {
  it.each([
    ['zoe', 'Zoë Ñandú'],
    ['ÑANDU', 'Zoë Ñandú'],
    ['cafe', 'Café Noir'],
    ['本', '日本語'],
    ['мари', 'Мария'],
  ])('%s suggests %s', async (typed, name) => {
    const { suggestions } = await get(`/suggest?q=${encodeURIComponent(typed)}`);
    expect(suggestions.map(({ text }: { text: string }) => text)).toContain(name);
  });

  it.each(['zoe nandu', 'Zoë', 'café noir', '日本語', 'हिन्दी', 'عربي'])('%s finds the video', async (search) => {
    expect((await get(`/getpostdata?search=${encodeURIComponent(search)}`)).totalRecords).toBeGreaterThan(0);
  });

  it.each([
    ['tag', 'zirkelmnod', 'zirkelmond'],
    ['performer', 'zoe nadnu', 'zoe nandu'],
  ])('a %s that is misspelt is found, and the page says so', async (_, typed, corrected) => {
    const { _id } = await add({ titel: `Lamp ${corrected.length}`, tags: ['Zirkelmond'], name: ['Zoë Ñandú'] });
    const $ = load(await html(`/search?q=${encodeURIComponent(`title:${typed}`)}`));
    const note = $('main [role=status] p').map((_place, line) => $(line).text());
    expect(note.get()).toEqual([`Showing results for ${corrected}`, `Search instead for ${typed}`]);
    expect($(`main a[href^="/video/${_id}-"]`).length).toBe(1);
    const category = load(await html(`/category/milfnut?q=${encodeURIComponent(typed)}`));
    expect(category('main [role=status]').text()).toContain(`Showing results for ${corrected}`);
  });
});

describe('URLs by another rule', () => {
  it.each([
    ['/tag/caf-noir', '/tag/cafe-noir'],
    ['/tag/Caf-Noir/2', '/tag/cafe-noir/2'],
    ['/pornstar/zo-and', '/pornstar/zoe-nandu'],
    ['/pornstar/zo-and?page=2', '/pornstar/zoe-nandu?page=2'],
  ])('%s redirects to %s', async (path, location) => {
    const response = await page(path);
    expect([response.status, response.headers.get('location')]).toEqual([301, location]);
  });

  it('do not redirect where two names have it', async () => {
    await add({ titel: 'Six', tags: ['Rosé'] });
    expect((await page('/tag/ros')).status).toBe(301);
    await add({ titel: 'Seven', tags: ['Rosà'] });
    expect((await page('/tag/ros')).status).toBe(404);
    await add({ titel: 'Eight', tags: ['ros'] });
    expect((await page('/tag/ros')).status).toBe(200);
  });

  it.each(['/tag/%00', '/tag/%F0%9F%8E%AC', '/pornstar/%E2%80%AE', '/tag/%E0%A4%A', '/pornstar/%zz', '/tag/%ff'])(
    '%s is not found',
    async (path) => {
      const response = await fetch(site.url + path);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('404 - Page Not Found');
    },
  );

  it.each(['/tag/no-such-tag', '/pornstar/nobody-here'])('%s claims no videos', async (path) => {
    const response = await page(path);
    expect(response.status).toBe(404);
    const text = await response.text();
    expect(text).toContain('<meta name="robots" content="noindex,follow"/>');
    expect(text).toContain('<meta name="description" content="No videos are listed here."/>');
    expect(text).toMatch(/<title>[^<]+: no videos · /);
    expect(text).not.toContain('newest first');
    expect(text).not.toContain('application/rss+xml');
  });
});
