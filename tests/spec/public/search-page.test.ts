/** Free text from the navigation bar: /search in the common list layout. */
import { describe, expect, it } from 'vitest';
import { hrefsIn, textsIn } from '../../support/page-parts.ts';
import { sharedDemo } from '../../support/public-site.ts';

const demo = sharedDemo();
const note = 'main [role=status]';

const cardsIn = (html: string) => [...html.matchAll(/<a [^>]*href="\/video\/(\d+)-[^"]*"/g)].map(([, id]) => id);

describe('/search', () => {
  it('lists what the API finds, page by page, and is not for search engines', async () => {
    const { records } = await demo.get('/getpostdata?search=indian&page=2&limit=16');
    const html = await demo.html('/search?q=indian&page=2');
    expect(cardsIn(html)).toEqual(records.map(({ _id }: { _id: string }) => _id));
    expect(html).toContain('<meta name="robots" content="noindex,follow"/>');
  });

  it.each(['paper night', 'isla torven', 'painted teacups'])(
    'finds the same with and without title:, which the search box sends with JavaScript, titles first: %s',
    async (text) => {
      const [q, withTitle] = [encodeURIComponent(text), encodeURIComponent(`title:${text}`)];
      const titled = await demo.get(`/getpostdata?search=${withTitle}&limit=100`);
      const { records, totalRecords } = await demo.get(`/getpostdata?search=${q}&limit=16`);
      const ids = records.map(({ _id }: { _id: string }) => _id);
      const pages = [`/search?q=${q}`, `/search?q=${withTitle}`];
      for (const path of pages) expect(cardsIn(await demo.html(path))).toEqual(ids);
      const $ = await demo.read(`/search?q=${withTitle}`);
      expect(textsIn($, 'h1 + p')).toEqual([`${totalRecords} videos`]);
      expect(textsIn($, 'h1')).toEqual([`Results for “${text}”`]);
      expect($('#page-search').attr('value')).toBe(text);
      const inTitle = titled.searchedEverywhere ? [] : titled.records.map(({ _id }: { _id: string }) => _id);
      expect(ids.slice(0, inTitle.length)).toEqual(inTitle.slice(0, ids.length));
    },
  );

  it('leaves out a word of which no video has the others, and says so', async () => {
    const answer = await demo.get('/getpostdata?search=isla+boats+scarlet&limit=16');
    expect(answer).toMatchObject({ totalRecords: 4, droppedWords: ['scarlet'] });
    const $ = await demo.read('/search?q=isla+boats+scarlet');
    expect(textsIn($, note)).toEqual(['No video has all of these words. Without “scarlet”: 4 videos']);
    expect(cardsIn(await demo.html('/search?q=title%3Aisla+boats+scarlet'))).toEqual(
      answer.records.map(({ _id }: { _id: string }) => _id),
    );
    expect((await demo.get('/getpostdata?search=paper+oranges+milf')).droppedWords).toEqual(['milf']);
    expect((await demo.get('/getpostdata?search=paper+oranges+milf&exact=true')).totalRecords).toBe(0);
  });

  it('leaves out what has a minus, and takes quoted words as a phrase', async () => {
    const titles = async (search: string): Promise<string[]> => {
      const { records } = await demo.get(`/getpostdata?search=${encodeURIComponent(search)}&limit=100`);
      return records.map(({ titel }: { titel: string }) => titel.toLowerCase());
    };
    const all = await titles('paper');
    const without = await titles('paper -boats');
    expect(without).toEqual(all.filter((title) => !/\bboats?\b/.test(title)));
    for (const title of await titles('"paper boats"')) expect(title).toContain('paper boats');
    const $ = await demo.read(`/search?q=${encodeURIComponent('"boats paper"')}`);
    expect(textsIn($, note)).toEqual(['Nothing has the words in quotes exactly like this.']);
  });

  it('says so when a word was corrected', async () => {
    const { correctedSearch } = await demo.get('/getpostdata?search=lezbian&limit=16');
    expect(correctedSearch).toBeTruthy();
    const $ = await demo.read('/search?q=lezbian');
    expect(textsIn($, note)).toEqual([`Showing results for ${correctedSearch}Search instead for lezbian`]);
  });

  it('offers to search for what was typed instead, without JavaScript too', async () => {
    const html = await demo.html('/search?q=lezbian');
    expect(html).toContain('href="/search?q=lezbian&amp;exact=true"');
    expect(await demo.html('/search?q=lesbian')).not.toContain('exact=true');
  });

  it('searches for exactly what was typed if asked', async () => {
    const [path = ''] = hrefsIn(
      await demo.read('/search?q=lezbian'),
      `${note} a:contains("Search instead for lezbian")`,
    );
    expect(path).toBe('/search?q=lezbian&exact=true');
    expect(textsIn(await demo.read(path), 'main p')).toContain('No videos found.');
  });

  it('shows performers and tags that the search names above page 1, at most 6', async () => {
    const { names } = await demo.get('/suggest/names?search=isla');
    expect(names.length).toBeGreaterThan(0);
    expect(names.length).toBeLessThanOrEqual(6);
    const $ = await demo.read('/search?q=isla');
    const row = 'ul[aria-label="Matching performers and tags"] a';
    expect(textsIn($, row)).toEqual(names.map(({ text }: { text: string }) => text));
    expect(hrefsIn($, `${row}:contains("Isla Torven")`)).toEqual(['/pornstar/isla-torven']);
    expect(await demo.html('/search?q=indian&page=2')).not.toContain('Matching performers and tags');
  });

  it('names those of the corrected search, and nothing where nothing is named', async () => {
    expect(await demo.html('/search?q=lezbian')).toContain('href="/tag/lesbian"');
    expect(await demo.html('/search?q=qqqqqqqq')).not.toContain('Matching performers and tags');
    expect(await demo.html('/search')).not.toContain('Matching performers and tags');
  });

  it('says "No videos found." when nothing matches', async () => {
    expect(textsIn(await demo.read('/search?q=title%3Aqqqqqqqqqqqqqq'), 'main p')).toContain('No videos found.');
  });

  it.each(['🙂', '%', '"', 'title:?!'])('%s has no letter or digit, so nothing matches', async (text) => {
    const { totalRecords } = await demo.get(`/getpostdata?search=${encodeURIComponent(text)}`);
    expect(totalRecords).toBe(0);
    const $ = await demo.read(`/search?q=${encodeURIComponent(text)}`);
    expect(textsIn($, 'main p')).toContain('No videos found.');
    const lists = $('main ul:has(.card)').toArray();
    expect(lists.map((list) => list.attribs['aria-label'])).toEqual(['Top videos']);
  });

  it('cuts a long search where it repeats it, but not in the search box', async () => {
    const text = 'harbour '.repeat(200).trim();
    const $ = await demo.read(`/search?q=${encodeURIComponent(text)}`);
    expect($('h1').text()).toMatch(/^Results for “harbour .{0,85}$/);
    expect($('title').first().text().length).toBeLessThan(120);
    expect($('#page-search').attr('value')).toBe(text);
  });

  it('shows any text as text', async () => {
    const $ = await demo.read(`/search?q=${encodeURIComponent('<img src=x onerror=alert(1)> "&%')}`);
    expect(textsIn($, 'h1')).toEqual(['Results for “<img src=x onerror=alert(1)> "&%”']);
    expect($('[onerror], img[src=x]')).toHaveLength(0);
  });
});

describe('not found', () => {
  it('/favicon.ico, which browsers ask for by themselves, exists', async () => {
    const response = await fetch(`${demo.site.url}/favicon.ico`, { redirect: 'manual' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/icon/);
  });

  it.each(['/404', '/notfound', '/no/such/page'])('%s says so and leads home', async (path) => {
    const $ = await demo.read(path);
    expect(textsIn($, 'h1')).toEqual(['404 - Page Not Found']);
    expect(textsIn($, 'main p')).toContain('The page you are looking for does not exist.');
    expect(hrefsIn($, 'main a:contains("Go to the home page")')).toEqual(['/']);
  });
});
