import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NameRef } from '#contract/values/lists.ts';
import { type PostFilter, postParts, postSorts, sortDirections } from '#contract/values/posts.ts';
import { videosByIds } from '#domain/catalogue/videos.ts';
import { indexQueryOf } from '#domain/posts/find-posts.ts';
import { findUnpublished } from '#domain/posts/unpublished-posts.ts';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import type { PostsPage } from '#domain/search/queries/find-posts.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { partsOf, runs } from '../support/random.ts';
import { allPages } from './all-pages.ts';
import { change, makeChanges } from './random-changes.ts';
import {
  companionsBySql,
  facetsBySql,
  namesBySql,
  newestBySql,
  pageBySql,
  prepareSql,
  refreshSql,
  relatedBySql,
  suggestedBySql,
} from './sql-answers.ts';

let testDatabase: TestDatabase;
let client: pg.Client;
let index: CatalogueIndex;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  client = new pg.Client({ connectionString: testDatabase.ownerUrl });
  await client.connect();
  await client.query('set jit = off');
  await client.query(prepareSql);
  index = await openCatalogueIndex({ url: testDatabase.url, logger: { info: () => {}, warn: () => {} } });
});

afterAll(async () => {
  await index.close();
  await client.end();
  await testDatabase.drop();
});

const nameChoice = fc.record({ kind: fc.constantFrom('tag', 'performer'), at: fc.nat({ max: 5 }) });
const bound = (...values: number[]) => fc.constantFrom(undefined, undefined, ...values);
const postSample = fc.record({
  host: fc.constantFrom(undefined, undefined, 'example.com', 'clips.example.org', 'unknown.example.com'),
  without: fc.constantFrom(undefined, undefined, ...postParts),
  addedFrom: fc.constantFrom(undefined, undefined, '2020-01-01', '2020-01-02'),
  addedTo: fc.constantFrom(undefined, undefined, '2020-01-01', '2025-01-01'),
  viewsFrom: bound(0, 50, 200),
  viewsTo: bound(0, 100, 400),
  minutesFrom: bound(0, 10, 31),
  minutesTo: bound(0, 9, 90),
  sort: fc.constantFrom(...postSorts.filter((sort) => sort !== 'publish')),
  direction: fc.constantFrom(...sortDirections),
});
const querySample = fc.record({
  post: postSample,
  filtered: fc.constantFrom('none', 'category', 'tag', 'performer', 'tag and performer'),
  which: fc.nat({ max: 20 }),
  duration: fc.constantFrom(undefined, undefined, 'short', 'medium', 'long'),
  age: fc.constantFrom(undefined, undefined, 'day', 'week', 'month', 'year'),
  with: fc.array(nameChoice, { maxLength: 2 }),
  without: fc.array(nameChoice, { maxLength: 2 }),
  limit: fc.integer({ min: 1, max: 5 }),
  suggest: fc.constantFrom('r', 'IV', 'café', 'be', 'stone', '-', 'zz'),
});
type QuerySample = typeof querySample extends fc.Arbitrary<infer T> ? T : never;

const slugs = async (kind: 'tag' | 'performer') =>
  (await namesBySql(client, kind, { use: 'all' })).map((row) => row.slug as string);

/** The last choice is a name that does not exist. */
const chosenNames = async (choices: QuerySample['with']): Promise<NameRef[]> => {
  const known = { tag: await slugs('tag'), performer: await slugs('performer') };
  return choices.map(({ kind, at }) => ({ kind, slug: known[kind][at] ?? 'unknown' }));
};

const checkNarrowing = async ({ filtered, which, limit, duration, age, ...choices }: QuerySample) => {
  const tags = await slugs('tag');
  const narrowed = {
    category: filtered === 'category' ? 'indian' : '',
    ...(filtered === 'tag' ? { tag: tags[which % Math.max(1, tags.length)] ?? 'unknown' } : {}),
    ...(duration && { duration }),
    ...(age && { age }),
    with: await chosenNames(choices.with),
    without: await chosenNames(choices.without),
  };
  const expected = await pageBySql(client, narrowed, 'longest');
  const answer = allPages((page) => index.page({ ...narrowed, order: 'longest', page, limit }));
  expect({ narrowed, ...answer }).toEqual({ narrowed, ...expected, total: expected.ids.length });
  expect({ narrowed, ...index.facets(narrowed) }).toEqual({ narrowed, ...(await facetsBySql(client, narrowed)) });
};

const checkPages = async ({ filtered, which, limit }: QuerySample) => {
  const [tags, performers] = [await slugs('tag'), await slugs('performer')];
  const narrow = {
    category: filtered === 'category' ? 'indian' : '',
    ...(filtered.includes('tag') ? { tag: tags[which % Math.max(1, tags.length)] ?? 'unknown' } : {}),
    ...(filtered.includes('performer') ? { performer: performers[which % Math.max(1, performers.length)] ?? '' } : {}),
  };
  for (const order of ['newest', 'popular', 'liked'] as const) {
    const expected = await pageBySql(client, narrow, order);
    const answer = allPages((page) => index.page({ ...narrow, order, page, limit }));
    expect({ order, narrow, ...answer }).toEqual({ order, narrow, ...expected, total: expected.ids.length });
  }
};

/** The back-office's list, against the SQL that answers it for posts which the index does not have. */
const checkPosts = async ({ post: { sort, direction, ...ranges }, filtered, limit }: QuerySample) => {
  const [tag] = await slugs('tag');
  const narrow = filtered === 'tag' && tag !== undefined ? { tag } : {};
  const filter: PostFilter = {
    ...{ state: 'published', ...ranges, ...narrow },
    ...(filtered === 'category' ? { category: 'indian' as const } : {}),
  };
  const expected = await findUnpublished(testDatabase.database.db, filter, { words: '' }, { sort, direction });
  const query = indexQueryOf(filter, { words: '' });
  const answer = allPages((page) =>
    pageOrNone(page, index.findPosts({ ...query, page, limit, sorting: { sort, direction } })),
  );
  const asked = { filter, sort, direction };
  expect({ asked, ...answer }).toEqual({ asked, ids: expected, total: expected.length });
  expect(index.findAllPosts(query).toSorted()).toEqual(expected.toSorted());
};

/** A page after the last one is the last one again. */
const pageOrNone = (page: number, { ids, total, page: shown }: PostsPage) => ({
  ids: shown === page ? ids : [],
  total,
});

/** The records in their file, with the views and names of the index. */
const checkRecords = async () => {
  const { ids } = await pageBySql(client, { category: '' }, 'newest');
  expect(index.videosByIds(ids)).toEqual(await videosByIds(testDatabase.database.db, ids));
};

const checkRelated = async ({ which, limit }: QuerySample) => {
  const [tags, performers] = [await slugs('tag'), await slugs('performer')];
  const chosen = {
    tags: tags.filter((_, at) => (at + which) % 3 === 0),
    performers: performers.filter((_, at) => (at + which) % 3 === 1),
  };
  const named = [...chosen.tags, ...chosen.performers];
  // A slug may be both a tag's and a performer's: then it means both.
  const wanted = {
    tags: tags.filter((slug) => named.includes(slug)),
    performers: performers.filter((slug) => named.includes(slug)),
    words: ['titleonlyword'],
  };
  const everything = (await pageBySql(client, { category: '' }, 'newest')).ids;
  const exclude = everything[which % Math.max(1, everything.length)] ?? 0;
  // An unknown word between the slugs keeps two of them from forming a third.
  const text = [...named, 'titleonlyword'].join(' 🙂 ');
  const expected = await relatedBySql(client, wanted, exclude);
  const answer = allPages((page) => index.related({ search: text, exclude, page, limit }));
  expect({ text, ...answer }).toEqual({ text, ids: expected, total: expected.length });
};

const checkNames = async ({ suggest, limit, which }: QuerySample) => {
  for (const kind of ['tag', 'performer'] as const) {
    const list = kind === 'tag' ? index.tags : index.performers;
    for (const narrowed of [{}, { search: suggest }, { letter: 'r' }, { use: 'all' }, { use: 'unused' }] as const) {
      for (const sort of ['name', 'count'] as const) {
        const expected = await namesBySql(client, kind, { ...narrowed, sort });
        const answer = list({ ...narrowed, sort, page: 2, limit });
        expect({ kind, ...answer }).toEqual({ kind, items: expected.slice(limit, 2 * limit), total: expected.length });
      }
    }
  }
  const tags = await suggestedBySql(client, 'tag', suggest);
  const performers = await suggestedBySql(client, 'performer', suggest);
  // A text that no name contains is corrected.
  if (tags.length + performers.length > 0)
    expect({ suggest, ...index.suggest(suggest) }).toEqual({ suggest, tags, performers });
  const used = (await namesBySql(client, 'tag', {})).map((row) => row.slug as string);
  const random = index.randomTags(which);
  expect(new Set(random).size).toBe(Math.min(which, used.length));
  expect(used).toEqual(expect.arrayContaining(random));
  for (const tag of (await slugs('tag')).slice(0, 3)) {
    expect(index.tagCompanions(tag)).toEqual({
      tags: await companionsBySql(client, tag, 'tags', 'tags'),
      performers: await companionsBySql(client, tag, 'tags', 'performers'),
    });
    expect(index.newestVideoOf([tag]).get(tag)).toBe(await newestBySql(client, tag));
    expect(index.hasTag(tag)).toBe(used.includes(tag));
  }
  for (const performer of (await slugs('performer')).slice(0, 3)) {
    expect(index.performerCompanions(performer)).toEqual({
      tags: await companionsBySql(client, performer, 'performers', 'tags'),
      performers: await companionsBySql(client, performer, 'performers', 'performers'),
    });
  }
};

const empty = async () => {
  await client.query('delete from videos; delete from tags; delete from performers');
};

test.each(partsOf(4))('the index answers every query like plain SQL, after any changes (%#)', async (part) => {
  const transactions = fc.array(fc.array(change, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc
      .asyncProperty(transactions, transactions, querySample, async (before, after, sample) => {
        await makeChanges(client, before);
        await index.waitUntilIndexed();
        await makeChanges(client, after);
        await index.waitUntilIndexed({ views: true });
        await client.query(refreshSql);
        expect(index.size).toBe((await pageBySql(client, { category: '' }, 'newest')).ids.length);
        await checkRecords();
        await checkPages(sample);
        await checkPosts(sample);
        await checkNarrowing(sample);
        await checkRelated(sample);
        await checkNames(sample);
      })
      .beforeEach(empty),
    { ...part, numRuns: runs(1, 50) },
  );
});
