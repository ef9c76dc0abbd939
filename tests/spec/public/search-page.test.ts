/** Free text from the navigation bar: /search in the common list layout. */
import { describe, expect, it } from 'vitest';
import { demoSite } from '../../support/public-site.ts';

const demo = demoSite();

const cardsIn = (html: string) => [...html.matchAll(/<a [^>]*href="\/video\/(\d+)-[^"]*"/g)].map(([, id]) => id);

describe('/search', () => {
  it('lists what the API finds, page by page, and is not for search engines', async () => {
    const { records } = await demo.get('/getpostdata?search=indian&page=2&limit=16');
    const html = await demo.html('/search?q=indian&page=2');
    expect(cardsIn(html)).toEqual(records.map(({ _id }: { _id: string }) => _id));
    expect(html).toContain('<meta name="robots" content="noindex,follow"/>');
  });

  it('searches titles alone after title:, and does not show that', async () => {
    const { records } = await demo.get('/getpostdata?search=title:harbour&limit=16');
    const page = await demo.visit('/search?q=title%3Aharbour');
    expect(cardsIn(await page.content())).toEqual(records.map(({ _id }: { _id: string }) => _id));
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Results for “harbour”');
    await expect.poll(() => page.locator('#page-search').inputValue()).toBe('harbour');
  });

  it('says so when a word was corrected', async () => {
    const { correctedSearch } = await demo.get('/getpostdata?search=lezbian&limit=16');
    expect(correctedSearch).toBeTruthy();
    const page = await demo.visit('/search?q=lezbian');
    const note = await page.getByRole('main').getByRole('status').textContent();
    expect(note).toBe(`Showing results for ${correctedSearch}Search instead for lezbian`);
  });

  it('offers to search for what was typed instead, without JavaScript too', async () => {
    const html = await demo.html('/search?q=lezbian');
    expect(html).toContain('href="/search?q=lezbian&amp;exact=true"');
    expect(await demo.html('/search?q=lesbian')).not.toContain('exact=true');
  });

  it('searches for exactly what was typed if asked', async () => {
    const page = await demo.visit('/search?q=lezbian');
    await page.getByRole('link', { name: 'Search instead for lezbian' }).click();
    await page.waitForURL('**/search?q=lezbian&exact=true');
    await expect.poll(() => page.getByText('No videos found.', { exact: true }).isVisible()).toBe(true);
  });

  it('says so when no title has the words, but tags or performers do', async () => {
    const page = await demo.visit('/search?q=title%3Aisla+torven');
    const note = page.getByRole('main').getByRole('status');
    await expect
      .poll(() => note.textContent())
      .toBe('No title has these words. These videos have them in their tags or performers.');
    expect(cardsIn(await page.content()).length).toBeGreaterThan(0);
  });

  it('shows performers and tags that the search names above page 1, at most 6', async () => {
    const { names } = await demo.get('/suggest/names?search=isla');
    expect(names.length).toBeGreaterThan(0);
    const page = await demo.visit('/search?q=isla');
    const row = page.getByRole('list', { name: 'Matching performers and tags' });
    await expect
      .poll(() => row.getByRole('link').allTextContents())
      .toEqual(names.map(({ text }: { text: string }) => text));
    expect(names.length).toBeLessThanOrEqual(6);
    await row.getByRole('link', { name: 'Isla Torven' }).click();
    await page.waitForURL('**/pornstar/isla-torven');
    expect(await demo.html('/search?q=indian&page=2')).not.toContain('Matching performers and tags');
  });

  it('names those of the corrected search, and nothing where nothing is named', async () => {
    expect(await demo.html('/search?q=lezbian')).toContain('href="/tag/lesbian"');
    expect(await demo.html('/search?q=qqqqqqqq')).not.toContain('Matching performers and tags');
    expect(await demo.html('/search')).not.toContain('Matching performers and tags');
  });

  it('says "No videos found." when nothing matches', async () => {
    const page = await demo.visit('/search?q=title%3Aqqqqqqqqqqqqqq');
    await expect.poll(() => page.getByText('No videos found.', { exact: true }).isVisible()).toBe(true);
  });

  it.each(['🙂', '%', '"', 'title:?!'])('%s has no letter or digit, so nothing matches', async (text) => {
    const { totalRecords } = await demo.get(`/getpostdata?search=${encodeURIComponent(text)}`);
    expect(totalRecords).toBe(0);
    const page = await demo.visit(`/search?q=${encodeURIComponent(text)}`);
    await expect.poll(() => page.getByText('No videos found.', { exact: true }).isVisible()).toBe(true);
    const lists = page
      .getByRole('main')
      .getByRole('list')
      .filter({ has: page.locator('.card') });
    await expect.poll(() => lists.evaluateAll((all) => all.map((list) => list.ariaLabel))).toEqual(['Top videos']);
  });

  it('cuts a long search where it repeats it, but not in the search box', async () => {
    const text = 'harbour '.repeat(200).trim();
    const page = await demo.visit(`/search?q=${encodeURIComponent(text)}`);
    expect((await page.getByRole('heading', { level: 1 }).textContent())?.length).toBeLessThan(100);
    expect((await page.title()).length).toBeLessThan(120);
    await expect.poll(() => page.locator('#page-search').inputValue()).toBe(text);
  });

  it('shows any text as text', async () => {
    const page = await demo.visitor();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`/search?q=${encodeURIComponent('<img src=x onerror=alert(1)> "&%')}`);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toContain('<img src=x');
    expect(problems).toEqual([]);
  });
});

describe('section 2: not found', () => {
  it('/favicon.ico, which browsers ask for by themselves, exists', async () => {
    const response = await fetch(`${demo.site.url}/favicon.ico`, { redirect: 'manual' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/icon/);
  });

  it.each(['/404', '/notfound', '/no/such/page'])('%s says so and leads home', async (path) => {
    const page = await demo.visit(path);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('404 - Page Not Found');
    const text = page.getByText('The page you are looking for does not exist.', { exact: true });
    await expect.poll(() => text.isVisible()).toBe(true);
    await page.getByRole('main').getByRole('link', { name: 'Go to the home page' }).click();
    await page.waitForURL(/\/$/);
  });
});
