/** The performer directory. */
import type { CheerioAPI } from 'cheerio';
import { describe, expect, it } from 'vitest';
import { hrefsIn, textsIn } from '../../support/page-parts.ts';
import { sharedDemo } from '../../support/public-site.ts';

const demo = sharedDemo();

const cards = 'ul[aria-label="Models"] a';
const letters = 'nav[aria-label="First letter"] a';
const letterPath = ($: CheerioAPI, letter: string) => hrefsIn($, letters)[textsIn($, letters).indexOf(letter)];
const named = (answer: { pornstars: { name: string }[] }) => answer.pornstars.map(({ name }) => `/pornstar/${name}`);

describe('the directory', () => {
  it('shows 30 performers a page, each leading to /pornstar/{name}', async () => {
    const $ = await demo.read('/pornstars');
    const first = named(await demo.get('/pornstars?page=1&limit=30'));
    expect(first).toHaveLength(30);
    expect(hrefsIn($, cards)).toEqual(first);
    expect(hrefsIn($, 'nav[aria-label="Pages"] a[rel=next]')).toEqual(['/pornstars/2']);
    const second = named(await demo.get('/pornstars?page=2&limit=30'));
    expect(hrefsIn(await demo.read('/pornstars/2'), cards)).toEqual(second);
  });

  it('has a search', async () => {
    const $ = await demo.read('/pornstars/2');
    const box = $('main input[type=search]');
    expect([box.attr('name'), box.attr('aria-label')]).toEqual(['search', 'Search models']);
    const form = box.closest('form');
    expect([form.attr('action'), form.attr('method') ?? 'get']).toEqual(['/pornstars', 'get']);
    const found = named(await demo.get('/pornstars?page=1&limit=30&search=torven'));
    expect(found.length).toBeGreaterThan(0);
    expect(hrefsIn(await demo.read('/pornstars?search=torven'), cards)).toEqual(found);
  });

  it('says "No stars found." when nobody matches', async () => {
    expect(textsIn(await demo.read('/pornstars?search=zzzzzz'), 'main p')).toContain('No stars found.');
  });
});

describe('the first-letter filter', () => {
  const active = ($: CheerioAPI) => textsIn($, `${letters}[aria-current]`);

  it('offers ALL and A to Z', async () => {
    const $ = await demo.read('/pornstars');
    expect(textsIn($, letters)).toEqual(['ALL', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']);
    expect(active($)).toEqual(['ALL']);
  });

  it('a letter leads to /pornstars and shows its performers; once more it clears', async () => {
    expect(letterPath(await demo.read('/pornstars/2'), 'I')).toBe('/pornstars?letter=I');
    const $ = await demo.read('/pornstars?letter=I');
    expect(active($)).toEqual(['I']);
    const wanted = named(await demo.get('/pornstars?page=1&limit=30&letter=I'));
    expect(wanted.length).toBeGreaterThan(0);
    for (const path of wanted) expect(path).toMatch(/^\/pornstar\/i/);
    expect(hrefsIn($, cards)).toEqual(wanted);
    expect(letterPath($, 'I')).toBe('/pornstars');
  });

  it('ALL clears it too', async () => {
    expect(letterPath(await demo.read('/pornstars?letter=B'), 'ALL')).toBe('/pornstars');
  });
});

describe('images', () => {
  it('a performer without one has female.png', async () => {
    const { pornstars } = await demo.get('/pornstars?page=1&limit=30');
    const names: string[] = pornstars.map(({ name }: { name: string }) => name);
    const answer = await fetch(`${demo.site.url}/api/pornstars/images`, {
      method: 'POST',
      body: JSON.stringify({ names }),
      headers: { 'content-type': 'application/json' },
    });
    const { images } = (await answer.json()) as { images: Record<string, { image: string }> };
    const wanted = names.map((name) => images[name]?.image ?? '/female.png');
    expect(new Set(wanted).size).toBeGreaterThan(2);
    expect(wanted).toContain('/female.png');
    const $ = await demo.read('/pornstars');
    const shown = $(`${cards} img`)
      .toArray()
      .map((image) => image.attribs.src);
    expect(shown).toEqual(wanted);
    expect((await fetch(`${demo.site.url}/female.png`)).headers.get('content-type')).toBe('image/png');
  });

  it('they are stored in local storage', async () => {
    const page = await demo.visit('/pornstars');
    const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('pornstar-images') ?? '{}'));
    const { pornstars } = await demo.get('/pornstars?page=1&limit=30');
    const names = pornstars.map(({ name }: { name: string }) => name);
    expect(Object.keys(stored.value).length).toBeGreaterThan(0);
    for (const name of Object.keys(stored.value)) expect(names).toContain(name);
    expect(Date.now() - stored.at).toBeLessThan(600_000);
  });
});
