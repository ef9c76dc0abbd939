/** What operators make of searches: words that find each other, and searches that lead to a page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { callerOf, createSignedInAdmin } from '../../support/sign-in.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
/** Another process on the same database. */
let second: TestSite;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  second = await startTestSite(site.sameDatabase);
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  await addVideo(site.database.db, { title: 'Harbour lights', tags: ['rooftop'] });
  for (const each of [site, second]) await each.index.waitUntilIndexed();
});
afterAll(async () => {
  await second.stop();
  await site.stop();
});

const audited = async (entity: string) => {
  const main = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
  return (await main('GET', `/audit?entity=${entity}&limit=3`)).json().entries;
};
const answer = async (response: ReturnType<typeof call>) => {
  const { statusCode, json } = await response;
  return [statusCode, json().message];
};

describe('synonyms', () => {
  const add = (words: unknown) => call('POST', '/synonyms', { words });

  it('are added, listed, found, changed and deleted, each with an audit entry', async () => {
    const added = (await add(['Desi', '  south   asian ', 'indian', 'DESI'])).json().synonym;
    expect(added).toMatchObject({ words: ['Desi', 'south asian', 'indian'], version: 1 });
    await add(['quay', 'pier']);
    expect((await call('GET', '/synonyms?limit=1')).json()).toMatchObject({
      synonyms: [{ words: ['quay', 'pier'] }],
      pagination: { totalCount: 2, totalPages: 2 },
    });
    expect((await call('GET', '/synonyms?search=ASIAN')).json().synonyms).toMatchObject([{ _id: added._id }]);
    const changed = await call('PUT', `/synonyms/${added._id}`, { words: ['desi', 'indian'], version: 1 });
    expect(changed.json().synonym).toMatchObject({ words: ['desi', 'indian'], version: 2 });
    expect((await call('DELETE', `/synonyms/${added._id}`, { version: 2 })).statusCode).toBe(200);
    expect((await call('GET', '/synonyms?search=desi')).json().synonyms).toEqual([]);
    expect(await audited('synonym')).toMatchObject([
      { action: 'delete', before: { words: ['desi', 'indian'] } },
      { action: 'update', before: { version: 1 }, after: { words: ['desi', 'indian'] } },
      { action: 'create', after: { words: ['quay', 'pier'] } },
    ]);
  });

  it('apply at once in every process, both ways, also where results were cached', async () => {
    const isFound = async ({ app }: TestSite, text: string) =>
      !(await app.inject(`/search?q=${text}`)).body.includes('No videos found.');
    for (const each of [site, second]) expect(await isFound(each, 'zyxwvu')).toBe(false);
    const { _id } = (await add(['zyxwvu', 'harbour lights'])).json().synonym;
    await second.index.waitUntilIndexed();
    for (const each of [site, second]) expect(await isFound(each, 'zyxwvu')).toBe(true);
    await addVideo(site.database.db, { title: 'Zyxwvu at dawn' });
    await second.index.waitUntilIndexed();
    const { ids } = second.index.page({ search: 'harbour lights', order: 'newest', page: 1, limit: 10 });
    expect(ids).toHaveLength(2);
    await call('DELETE', `/synonyms/${_id}`, { version: 1 });
    await second.index.waitUntilIndexed();
    expect(second.index.page({ search: 'harbour lights', order: 'newest', page: 1, limit: 10 }).total).toBe(1);
  });

  it('of somebody else are neither overwritten nor deleted', async () => {
    const { _id } = (await add(['lake', 'pond'])).json().synonym;
    await call('PUT', `/synonyms/${_id}`, { words: ['lake', 'loch'], version: 1 });
    const mine = await call('PUT', `/synonyms/${_id}`, { words: ['lake', 'mere'], version: 1 });
    expect(mine.statusCode).toBe(409);
    expect(mine.json().current).toMatchObject({ _id, words: ['lake', 'loch'], version: 2 });
    expect((await call('DELETE', `/synonyms/${_id}`, { version: 1 })).statusCode).toBe(409);
  });

  const atLeastTwo = 'Enter at least two different words or phrases.';
  it.each([
    [['one'], atLeastTwo],
    [['Café', 'cafe'], atLeastTwo],
    [['word', '!!'], '“!!” has no letters or digits, so it cannot be searched for.'],
    [['word', ' '], 'Enter a word or phrase.'],
    [['word', 'x'.repeat(61)], 'The word or phrase may have at most 60 characters.'],
    [['word', 'a\u0000b'], 'Each word or phrase must be one line of text.'],
    [Array.from({ length: 21 }, (_, at) => `word${at}`), 'The synonym may have at most 20 entries.'],
    ['word', 'The synonym must be a list.'],
  ])('%j gets a clear sentence', async (words, message) => {
    expect(await answer(add(words))).toEqual([400, message]);
  });

  it('are at most 1,000', async () => {
    await site.database.pool.query(
      `insert into synonyms (words) select array['a' || n, 'b' || n] from generate_series(1, 1000) as n`,
    );
    expect(await answer(add(['one', 'two']))).toEqual([409, 'There may be at most 1,000 synonyms. Delete one first.']);
    await site.database.pool.query(`delete from synonyms where words[1] like 'a%'`);
  });
});

describe('redirects', () => {
  const add = (text: string, path: string) => call('POST', '/search-redirects', { text, path });
  const open = (url: string) => site.app.inject(url);

  it('lead a search to a page, at once and in every spelling, also where its results were cached', async () => {
    expect((await open('/search?q=roofs')).statusCode).toBe(200);
    const added = (await add('  title:RÓOFS ', '/tag/rooftop')).json().redirect;
    expect(added).toMatchObject({ text: 'roofs', path: '/tag/rooftop', version: 1 });
    for (const url of ['/search?q=roofs', '/search?q=%20Roofs', '/search?q=title:roofs']) {
      const { statusCode, headers } = await open(url);
      expect([statusCode, headers.location]).toEqual([302, '/tag/rooftop']);
    }
    // The data that client-side navigation loads says so in its own way.
    expect((await open('/search.data?q=roofs')).body).toContain('/tag/rooftop');
    expect((await open('/search?q=roofs&page=2')).statusCode).toBe(404);
    expect((await open('/search?q=roofs%20harbour')).statusCode).toBe(200);

    await call('PUT', `/search-redirects/${added._id}`, { path: `${site.config.siteUrl}/tags?x=1`, version: 1 });
    expect((await open('/search?q=roofs')).headers.location).toBe('/tags?x=1');
    await call('DELETE', `/search-redirects/${added._id}`, { version: 2 });
    expect((await open('/search?q=roofs')).statusCode).toBe(200);
    expect(await audited('search_redirect')).toMatchObject([
      { action: 'delete', before: { text: 'roofs', path: '/tags?x=1' } },
      { action: 'update', before: { path: '/tag/rooftop' }, after: { path: '/tags?x=1' } },
      { action: 'create', after: { text: 'roofs', path: '/tag/rooftop' } },
    ]);
  });

  it('apply in another process at once', async () => {
    expect((await second.app.inject('/search?q=quays')).statusCode).toBe(200);
    await add('quays', '/tags');
    await second.index.waitUntilIndexed();
    expect((await second.app.inject('/search?q=quays')).headers.location).toBe('/tags');
  });

  it('are listed and found by text and path', async () => {
    await add('piers', '/tag/harbour');
    const texts = async (search: string) =>
      (await call('GET', `/search-redirects?search=${search}`))
        .json()
        .redirects.map(({ text }: { text: string }) => text);
    expect(await texts('PIER')).toEqual(['piers']);
    expect(await texts('tag/harb')).toEqual(['piers']);
    expect(await texts('nothing')).toEqual([]);
  });

  it('of one text are one', async () => {
    await add('docks', '/tags');
    expect(await answer(add('Docks', '/pornstars'))).toEqual([409, 'This search already has a redirect.']);
  });

  it('of somebody else are not overwritten', async () => {
    const { _id } = (await add('wharf', '/tags')).json().redirect;
    await call('PUT', `/search-redirects/${_id}`, { path: '/pornstars', version: 1 });
    const mine = await call('PUT', `/search-redirects/${_id}`, { path: '/archive', version: 1 });
    expect([mine.statusCode, mine.json().current.path]).toEqual([409, '/pornstars']);
  });

  it('do not lead in a circle', async () => {
    const circle = [400, 'This would lead back to the same search.'];
    expect(await answer(add('round', '/search?q=Round'))).toEqual(circle);
    expect(await answer(add('round', '/Search/?q=title:round'))).toEqual(circle);
    expect(await answer(add('round', '/%73earch?q=round'))).toEqual(circle);
    expect((await add('exactly', '/search?q=exactly&exact=true')).statusCode).toBe(200);
    await add('first', '/search?q=second');
    await add('second', '/search?q=third');
    expect(await answer(add('third', '/search?q=first'))).toEqual(circle);
    const { _id } = (await add('third', '/search?q=fourth')).json().redirect;
    expect(await answer(call('PUT', `/search-redirects/${_id}`, { path: '/search?q=FIRST' }))).toEqual(circle);
  });

  const ownPath = 'Enter a path of this site, such as /tag/rooftop.';
  it.each([
    ['word', 'https://example.com/tag/x', ownPath],
    ['word', '//example.com', ownPath],
    ['word', '/\\example.com', ownPath],
    ['word', '/.//example.com', ownPath],
    ['word', '/tag/..//example.com', ownPath],
    ['word', 'javascript:alert(1)', ownPath],
    ['word', 'tag/rooftop', ownPath],
    ['word', '/admin', ownPath],
    ['word', '/x/../%61dmin/settings', ownPath],
    ['word', ' ', 'Enter a path.'],
    ['word', `/${'x'.repeat(500)}`, 'The path may have at most 500 characters.'],
    [' ', '/tags', 'Enter a search text.'],
    ['title:', '/tags', 'Enter a search text.'],
    ['x'.repeat(101), '/tags', 'The search text may have at most 100 characters.'],
    ['\ufdfa'.repeat(60), '/tags', 'The search text may have at most 100 characters.'],
    ['a\nb', '/tags', 'The search text must be one line of text.'],
  ])('of %j to %j gets a clear sentence', async (text, path, message) => {
    expect(await answer(add(text, path))).toEqual([400, message]);
  });
});
