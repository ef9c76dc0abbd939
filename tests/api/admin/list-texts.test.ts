/** What operators write about lists of videos, and where it appears. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
let visit: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  visit = callerOf(site);
  for (const number of [1, 2, 3, 4, 5, 6])
    await addVideo(site.database.db, {
      title: `Harbour ${number}`,
      tags: ['night-swim', 'milf', 'roof'],
      performers: ['isla-torven'],
      category: 'indian',
      views: number === 3 ? 80 : 1,
    });
  await site.index.waitUntilIndexed();
});
afterAll(() => site.stop());

const html = async (path: string) => (await site.app.inject(path)).body;
const texts = { title: 'Swimming at night', description: 'Lakes, pools and the sea after dark.', introduction: '' };
const save = (list: string, body: object) => call('PUT', `/list-texts/${list}`, { ...texts, ...body });
const current = async (list: string) => (await visit('GET', `/list-texts/${list}`)).json();

describe('a list without texts of its own', () => {
  it('has the facts that its default texts are made of', async () => {
    expect(await current('tag/night-swim')).toMatchObject({
      text: { kind: 'tag', name: 'night-swim', label: 'night swim', title: '', version: 0 },
      total: 6,
      newest: { titel: 'Harbour 6' },
      mostViewed: { titel: 'Harbour 3' },
      isSampled: false,
      tags: [
        { slug: 'milf', name: 'milf' },
        { slug: 'roof', name: 'roof' },
      ],
      performers: [{ slug: 'isla-torven', name: 'isla torven' }],
    });
  });

  it.each([
    ['/tag/night-swim', 'About night swim videos', '6 videos are tagged night swim; the newest came on'],
    ['/pornstar/isla-torven', 'About isla torven', 'isla torven appears in 6 videos; the newest came on'],
    ['/category/milfnut', 'About Milfnut videos', 'The category Milfnut has 6 videos; the newest came on'],
    ['/indian', 'About Indian videos', 'There are 6 Indian videos; the newest came on'],
    ['/top-videos', 'About Top videos', 'All 6 videos, the most watched first.'],
  ])('%s says something about itself', async (path, heading, start) => {
    const page = await html(path);
    expect(page).toContain(`>${heading}</h2>`);
    expect(page).toContain(start);
    expect(page).toContain('The most watched of them is “Harbour 3”.');
    const description = /<meta name="description" content="([^"]*)"/.exec(page)?.[1] ?? '';
    expect(description.length).toBeGreaterThanOrEqual(70);
    expect(description.length).toBeLessThanOrEqual(155);
  });

  it('a category with exactly the videos of a tag names that tag as canonical', async () => {
    expect(await html('/category/milfnut')).toMatch(/<link rel="canonical" href="[^"]+\/tag\/milf"/);
    expect(await html('/category/milfnut?q=harbour')).toMatch(
      /<link rel="canonical" href="[^"]+\/category\/milfnut\?q=harbour"/,
    );
    expect(await html('/category/desi49')).toMatch(/<link rel="canonical" href="[^"]+\/category\/desi49"/);
  });
});

describe('saved texts', () => {
  it('are on the page at once, and blank ones have their default', async () => {
    await html('/tag/night-swim');
    const response = await save('tag/night-swim', { introduction: 'First.\n\nSecond <b>one</b>.', version: 0 });
    expect(response.json()).toMatchObject({ success: true, text: { title: texts.title, version: 1 } });
    const page = await html('/tag/night-swim');
    expect(page).toContain('<title>Swimming at night · ');
    expect(page).toContain('content="Lakes, pools and the sea after dark."');
    expect(page).toContain('>First.</p>');
    expect(page).toContain('>Second &lt;b&gt;one&lt;/b&gt;.</p>');
    expect(page).not.toContain('6 videos are tagged');
    await save('tag/night-swim', { title: ' ', description: '', introduction: '', version: 1 });
    expect(await html('/tag/night-swim')).toContain('<title>Videos tagged night swim · ');
  });

  it('of invisible characters are blank', async () => {
    const invisible = { title: '\u200b', description: '\u2060 \ufeff', introduction: '\u200e\n\u00ad' };
    const response = await save('list/muslim', { ...invisible, version: 0 });
    expect(response.json().text).toMatchObject({ title: '', description: '', introduction: '' });
    expect(await html('/muslim')).toContain('<title>Muslim videos · ');
  });

  it.each([
    ['list/new-content', '/new-content'],
    ['category/milfnut', '/category/milfnut'],
    ['performer/isla-torven', '/pornstar/isla-torven'],
  ])('of %s replace the defaults of %s', async (list, path) => {
    await html(path);
    expect((await save(list, { version: 0 })).statusCode).toBe(200);
    expect(await html(path)).toContain('<title>Swimming at night · ');
  });

  it('stay with a performer who gets another name', async () => {
    const { stars } = (await call('GET', '/stars')).json();
    await call('PUT', `/stars/${stars[0]._id}`, { name: 'Isla Torvald' });
    expect(await html('/pornstar/isla-torvald')).toContain('<title>Swimming at night · ');
    expect((await current('performer/isla-torvald')).text.title).toBe(texts.title);
  });

  it('of somebody else are not overwritten', async () => {
    expect((await save('list/indian', { title: 'Theirs', version: 0 })).statusCode).toBe(200);
    const response = await save('list/indian', { title: 'Mine', version: 0 });
    expect(response.statusCode).toBe(409);
    expect(response.json().current).toMatchObject({ kind: 'list', name: 'indian', title: 'Theirs', version: 1 });
  });

  it('are in the audit log', async () => {
    const main = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
    await save('list/most-liked', { title: 'Best of all', version: 0 });
    const { entries } = (await main('GET', '/audit?entity=list_text&limit=1')).json();
    expect(entries[0]).toMatchObject({ action: 'update', after: { list: 'list:most-liked', title: 'Best of all' } });
  });
});

describe('the lists of the back-office', () => {
  const list = async (query: string) => (await call('GET', `/list-texts?${query}`)).json();

  it('name every list of a kind with its texts', async () => {
    const { texts: lists, pagination } = await list('kind=list');
    expect(lists.map(({ name }: { name: string }) => name)).toEqual([
      ...['indian', 'muslim', 'top-videos', 'new-content', 'most-liked'],
    ]);
    expect(pagination.totalCount).toBe(5);
    expect((await list('kind=category&limit=5&page=4')).texts).toHaveLength(2);
    expect((await list('kind=tag&search=swim')).texts).toMatchObject([{ name: 'night-swim', label: 'night swim' }]);
  });

  it('can be reduced to those with texts of their own', async () => {
    await save('tag/roof', {});
    const { texts: lists, pagination } = await list('kind=tag&edited=true');
    expect(lists).toMatchObject([{ name: 'roof', title: texts.title }]);
    expect(pagination.totalCount).toBe(1);
  });
});

describe('wrong input', () => {
  it.each([
    [{ title: 'x'.repeat(121) }, 'The title may have at most 120 characters.'],
    [{ title: 'two\nlines' }, 'The title must be one line of text.'],
    [{ description: 'a\u0000b' }, 'The description must be one line of text.'],
    [{ introduction: 'a\u0007b' }, 'The introduction must not contain control characters or invalid Unicode.'],
    [{ heading: 'x' }, 'heading is not a known field.'],
  ])('%j gets a clear sentence', async (changes, message) => {
    const response = await save('list/muslim', changes);
    expect([response.statusCode, response.json().message]).toEqual([400, message]);
  });

  it.each(['tag/unknown', 'list/unknown', 'category/unknown', 'performer/unknown'])(
    '%s does not exist',
    async (list) => {
      expect((await save(list, {})).statusCode).toBe(404);
      expect((await visit('GET', `/list-texts/${list}`)).statusCode).toBe(404);
    },
  );
});
