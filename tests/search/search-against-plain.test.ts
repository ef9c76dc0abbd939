import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { partsOf, runs } from '../support/random.ts';
import { allPages } from './all-pages.ts';
import { readPlainVideos, searchPlainly } from './plain-search.ts';
import { change, makeChanges, vocabulary } from './random-changes.ts';

let testDatabase: TestDatabase;
let client: pg.Client;
let index: CatalogueIndex;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  client = new pg.Client({ connectionString: testDatabase.ownerUrl });
  await client.connect();
  index = await openCatalogueIndex({ url: testDatabase.url, logger: { info: () => {}, warn: () => {} } });
});

afterAll(async () => {
  await index.close();
  await client.end();
  await testDatabase.drop();
});

const misspell = (word: string, at: number, kind: number) => {
  const place = at % word.length;
  const [before, letter, after] = [word.slice(0, place), word[place] ?? '', word.slice(place + 1)];
  return [
    before + after,
    `${before}x${after}`,
    `${before}x${letter}${after}`,
    before + after.slice(0, 1) + letter + after.slice(1),
  ][kind] as string;
};
const word = fc.constantFrom(...vocabulary);
const typedWord = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 2, arbitrary: fc.tuple(word, fc.nat(9), fc.nat(3)).map(([known, at, kind]) => misspell(known, at, kind)) },
  { weight: 1, arbitrary: fc.tuple(word, fc.integer({ min: 1, max: 4 })).map(([known, end]) => known.slice(0, end)) },
  { weight: 1, arbitrary: fc.tuple(word, word).map((two) => two.join('')) },
  { weight: 1, arbitrary: fc.constantFrom('2', 'river 2', 'zzzzzz') },
  { weight: 1, arbitrary: fc.tuple(word, word).map((two) => `"${two.join(' ')}"`) },
  { weight: 1, arbitrary: word.map((known) => `-${known}`) },
  { weight: 1, arbitrary: fc.tuple(word, word).map((two) => `-"${two.join(' ')}"`) },
);
const typed = fc
  .tuple(fc.constantFrom('', '', 'title:', 'TITLE: '), fc.array(typedWord, { minLength: 1, maxLength: 4 }))
  .map(([prefix, words]) => prefix + words.join(' '));

const title =
  'a search finds the same videos in the same order as a plain reading of each video, after any changes (%#)';

test.each(partsOf(3))(title, async (part) => {
  const transactions = fc.array(fc.array(change, { minLength: 3, maxLength: 12 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc
      .asyncProperty(transactions, fc.array(typed, { minLength: 12, maxLength: 12 }), async (changes, searches) => {
        await makeChanges(client, changes.slice(0, -1));
        await index.waitUntilIndexed({ views: true });
        // What these keep must follow the last changes.
        for (const search of searches) index.page({ search, category: '', order: 'best', page: 1, limit: 3 });
        await makeChanges(client, changes.slice(-1));
        await index.waitUntilIndexed({ views: true });
        const videos = await readPlainVideos(client);
        for (const [at, search] of searches.entries()) {
          const filter = at % 4 === 3 ? { category: 'indian' } : { category: '' };
          for (const order of ['best', 'newest', 'popular'] as const) {
            const expected = searchPlainly(videos, search, filter, order);
            const answer = allPages((page) => index.page({ search, ...filter, order, page, limit: 3 }));
            expect({ search, order, ...answer }).toEqual({ search, order, ...expected, total: expected.ids.length });
          }
        }
      })
      .beforeEach(() => client.query('delete from videos; delete from tags; delete from performers')),
    { ...part, numRuns: runs(4, 50) },
  );
});

test('a video that is edited and viewed at once takes its place among equally good matches', async () => {
  const insert = (tags: number[], performers: number[] = []) =>
    ({
      type: 'insert',
      furtherLinks: { links: [], dead: [] },
      state: 'published',
      link: '',
      image: '',
      title: 'river',
      category: 'english',
      moment: 0,
      minutes: null,
      views: 0,
      performers,
      tags,
    }) as const;
  await client.query('delete from videos; delete from tags; delete from performers');
  await makeChanges(client, [
    [insert([]), { type: 'add name', kind: 'tag', name: 'stone' }, insert([0]), { type: 'view', which: 0, count: 2 }],
  ]);
  await index.waitUntilIndexed({ views: true });
  await makeChanges(client, [
    [
      { type: 'drop name', kind: 'tag', which: 0 },
      { type: 'view', which: 1, count: 2 },
    ],
  ]);
  await index.waitUntilIndexed({ views: true });
  const expected = searchPlainly(await readPlainVideos(client), 'river', { category: '' }, 'best');
  const found = index.page({ search: 'river', category: '', order: 'best', page: 1, limit: 3 });
  expect(found.ids).toEqual(expected.ids);
});
