/** What visitors search for is counted without a trace of who they are. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSearchRecorder, pruneSearches } from '#domain/searches/search-log.ts';
import { addVideo } from '../support/catalogue.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let second: TestSite;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite({ trustProxy: true });
  second = await startTestSite({ ...site.sameDatabase, trustProxy: true });
  call = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
  await addVideo(site.database.db, { title: 'Harbour lights' });
  await site.index.waitUntilIndexed();
});
afterAll(async () => {
  await second.stop();
  await site.stop();
});
beforeEach(async () => {
  await site.database.pool.query('delete from search_log_keys');
  await site.database.pool.query('delete from search_counts');
  await site.database.pool.query('delete from search_log_months; delete from failed_searches');
});

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
/** Each in a wide network of its own. */
const ipOf = (visitor: number) => `198.${visitor}.100.7`;

interface Visit {
  from?: TestSite;
  headers?: Record<string, string>;
}

const visit = async (path: string, visitor: number, { from = site, headers = {} }: Visit = {}) => {
  const sent = { 'user-agent': browser, 'x-forwarded-for': ipOf(visitor), ...headers };
  const response = await fetch(from.url + path, { headers: sent, redirect: 'manual' });
  await response.text();
  return response.status;
};

const search = (text: string, visitor: number, options?: Visit) =>
  visit(`/search?q=${encodeURIComponent(text)}`, visitor, options);

interface Counted {
  text: string;
  visitors: number;
  found: boolean;
}
const counts = async () => {
  const { rows } = await site.database.pool.query<Counted>(
    'select text, visitors, found from search_counts order by text',
  );
  return rows;
};
const hashes = async () => {
  const { rows } = await site.database.pool.query<{ n: number }>(
    'select count(*)::integer as n from search_log_hashes',
  );
  return rows[0]?.n;
};

/** What the visitors of a site have searched for is written after some seconds; tests don't wait for that. */
const write = (from = site) => from.searches.flush();
/** One more search, which counts: whatever is missing beside it was not recorded. */
const writeMarker = async () => {
  await search('marker', 250);
  await write();
};

/** Everything that the database has in text or bytes, in any table. */
const wholeDatabase = async () => {
  const { rows: tables } = await site.owner.pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
     where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
  );
  const dumps = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await site.owner.pool.query<{ row: string }>(`select t::text as row from ${name} as t`);
      return rows.map(({ row }) => row).join('\n');
    }),
  );
  return dumps.join('\n');
};

describe('searches', () => {
  it('are counted from the third visitor on, from cached pages and in every process', async () => {
    await search('Harbour  LIGHTS', 1);
    await search('harbour lights', 1);
    await search('harbour lights', 2, { from: second });
    await write();
    await write(second);
    expect(await hashes()).toBe(2);
    expect(await counts()).toEqual([]);
    await search('title:Hárbour lights', 3);
    await write();
    expect(await counts()).toEqual([{ text: 'harbour lights', visitors: 3, found: true }]);
    await search('harbour lights', 4);
    await write();
    expect((await counts())[0]?.visitors).toBe(4);
  });

  it.each([
    ['IPv4', (visitor: number) => `77.1.${visitor}.1`],
    ['IPv6', (visitor: number) => `2001:db8:${visitor}:1::/64`],
  ])('of one provider count from the tenth %s address on, because one person may have a few', async (_, ipAt) => {
    for (let visitor = 1; visitor <= 9; visitor++) site.searches.record('harbour lights', ipAt(visitor));
    await write();
    expect(await hashes()).toBe(9);
    expect(await counts()).toEqual([]);
    site.searches.record('harbour lights', ipAt(10));
    await write();
    expect(await counts()).toEqual([{ text: 'harbour lights', visitors: 10, found: true }]);
  });

  it('of three visitors of two providers wait for a third provider', async () => {
    for (const ip of ['77.1.1.1', '77.1.2.1', '78.1.1.1']) site.searches.record('harbour lights', ip);
    await write();
    expect(await counts()).toEqual([]);
    site.searches.record('harbour lights', '2001:db8:1:1::/64');
    await write();
    expect(await counts()).toEqual([{ text: 'harbour lights', visitors: 4, found: true }]);
  });

  it('are written some time after they were made, again and again', async () => {
    const { record } = createSearchRecorder({
      db: site.database.db,
      isFound: async () => true,
      isProhibited: async (text) => text === 'forbidden',
      onError: (error) => expect.fail(String(error)),
      writeAfterMs: 10,
    });
    for (const visitor of [1, 2, 3]) {
      record('forbidden', ipOf(visitor));
      record('quay', ipOf(visitor));
      await expect.poll(hashes).toBe(visitor);
    }
    await expect.poll(counts).toEqual([{ text: 'quay', visitors: 3, found: true }]);
  });

  it('that find nothing say so', async () => {
    for (const visitor of [1, 2, 3]) await search('qqqzzzxxx', visitor);
    await write();
    expect(await counts()).toEqual([{ text: 'qqqzzzxxx', visitors: 3, found: false }]);
  });

  it('that find nothing with all of their words say so', async () => {
    for (const visitor of [1, 2, 3]) await search('harbour qqqzzzxxx', visitor);
    await write();
    expect(await counts()).toEqual([{ text: 'harbour qqqzzzxxx', visitors: 3, found: false }]);
  });

  it('that lead to a page have found it', async () => {
    await call('POST', '/search-redirects', { text: 'wwwvvvuuu', path: '/tags' });
    for (const visitor of [1, 2, 3]) await search('wwwvvvuuu', visitor);
    await write();
    expect(await counts()).toEqual([{ text: 'wwwvvvuuu', visitors: 3, found: true }]);
  });

  it('of client-side navigation count as well', async () => {
    const headers = { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' };
    for (const visitor of [1, 2, 3]) await visit('/search.data?q=lanterns', visitor, { headers });
    await write();
    expect(await counts()).toMatchObject([{ text: 'lanterns', visitors: 3 }]);
  });

  it.each<[string, Record<string, string>]>([
    ['declared crawlers', { 'user-agent': 'Mozilla/5.0 (compatible; ExampleBot/2.1; +https://example.com/bot)' }],
    ['search engines', { 'user-agent': 'Mozilla/5.0 (compatible; Yandex/3.0)' }],
    ['the SEO check', { 'user-agent': 'Marquee SEO check' }],
    ['prefetches', { 'sec-purpose': 'prefetch;prerender' }],
    ['prefetches of older browsers', { purpose: 'prefetch' }],
    ['images of other sites', { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }],
  ])('of %s do not count', async (_, headers) => {
    for (const visitor of [1, 2, 3]) await search('harbour', visitor, { headers });
    await writeMarker();
    expect(await counts()).toEqual([]);
    expect(await hashes()).toBe(1);
  });

  it('of later pages, other pages and long texts do not count', async () => {
    for (const visitor of [1, 2, 3]) {
      await visit('/search?q=harbour&page=2', visitor);
      await visit('/tag/search?q=harbour', visitor);
      await search('harbour '.repeat(13), visitor);
      await search(' ', visitor);
    }
    await writeMarker();
    expect(await hashes()).toBe(1);
  });

  it('of one visitor are limited', async () => {
    // Not by pages: to render one for each of these takes most of the time of this file.
    for (let at = 0; at < 120; at++) site.searches.record(`flood ${at}`, ipOf(1));
    await writeMarker();
    expect(await hashes()).toBe(100 + 1);
    site.searches.record('one more', ipOf(1));
    await write();
    expect(await hashes()).toBe(100 + 1);
  });

  it('with an email or a number like that of a phone never count, however many type them', async () => {
    for (const text of ['ida@qqq.example', '06–12–34–56–78', '٠٦١٢٣٤٥٦٧٨'])
      for (const visitor of [1, 2, 3, 4, 5, 6, 7, 8]) site.searches.record(text, ipOf(visitor));
    await writeMarker();
    expect(await counts()).toEqual([]);
    expect(await hashes()).toBe(1);
  });

  it('beyond the bound of a day are not stored', async () => {
    await writeMarker();
    await site.database.pool.query('update search_log_keys set hashes = 499999');
    for (const visitor of [1, 2, 3]) await search('harbour', visitor);
    await write();
    expect(await hashes()).toBe(2);
    expect(await counts()).toEqual([]);
  });
});

describe('searches that find nothing', () => {
  /** So many that they are in three groups whatever the key of the month is. */
  const networks = Array.from({ length: 40 }, (_, at) => `198.${at}.0.1`);
  /** As if each had been typed on a day of its own. */
  const typedOnDays = async (text: string, ips: readonly string[]) => {
    for (const ip of ips) {
      site.searches.record(text, ip);
      await write();
      await site.database.pool.query('delete from search_log_keys');
    }
  };
  const failed = async () => (await call('GET', '/searches?outcome=nothing')).json().searches;

  it('are listed once visitors of three groups of networks have typed them within a month', async () => {
    await typedOnDays('quiet harbour qqqxxx', networks.slice(0, 2));
    expect(await failed()).toEqual([]);
    expect(await wholeDatabase()).not.toContain('quiet harbour qqqxxx');
    await typedOnDays('quiet harbour qqqxxx', networks);
    const [listed, ...others] = await failed();
    expect(others).toEqual([]);
    expect(listed).toMatchObject({ text: 'quiet harbour qqqxxx', found: false, isMonthly: true, perDay: [] });
    expect(listed.count).toBeGreaterThanOrEqual(3);
    expect(listed.count).toBeLessThanOrEqual(16);
    expect((await call('GET', '/searches')).json().searches).toHaveLength(1);
  });

  it('are never those of one visitor, on however many days and from however many addresses of a provider', async () => {
    await typedOnDays(
      'my own qqqxxx',
      Array.from({ length: 20 }, (_, at) => `203.0.${at}.${at}`),
    );
    await typedOnDays(
      'mine as well qqqxxx',
      Array.from({ length: 20 }, (_, at) => `2001:db8:${at}:1::/64`),
    );
    expect(await failed()).toEqual([]);
    const { rows } = await site.database.pool.query('select groups from search_log_groups');
    // One bit each: the group, which is one of 16.
    for (const { groups } of rows) expect(Math.log2(groups) % 1).toBe(0);
    expect(rows).toHaveLength(2);
  });

  it('are not stored if they contain an email or a number like that of a phone, or if they find something', async () => {
    for (const text of ['ida@qqq.example', 'qqq 0170 123 45 67', 'harbour']) await typedOnDays(text, networks);
    expect(await failed()).toEqual([]);
    expect((await site.database.pool.query('select 1 from search_log_groups')).rows).toEqual([]);
  });

  it('have no keys and hashes of a month that is over, and are kept as long as other searches', async () => {
    await typedOnDays('quiet harbour qqqxxx', networks);
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
    await pruneSearches(site.database.db, inDays(32));
    expect((await site.database.pool.query('select 1 from search_log_groups')).rows).toEqual([]);
    expect((await site.database.pool.query('select 1 from failed_searches')).rows).toHaveLength(1);
    await pruneSearches(site.database.db, inDays(122));
    expect((await site.database.pool.query('select 1 from failed_searches')).rows).toEqual([]);
  });
});

describe('the database', () => {
  it('has no text of fewer than three visitors, and no IP', async () => {
    await search('zanzibar sunrise', 1);
    await search('zanzibar sunrise', 2);
    await write();
    expect(await hashes()).toBe(2);
    const dump = await wholeDatabase();
    expect(dump).not.toMatch(/zanzibar|198\.[12]\.100/);
    expect(dump).not.toContain(Buffer.from('zanzibar').toString('hex'));
    expect(dump).not.toContain(Buffer.from('198.1.100').toString('hex'));
  });

  it('has no keys and hashes of a day that is over, and counts of 90 days', async () => {
    await writeMarker();
    await sql`insert into search_counts (day, text, visitors, found)
      select (now() at time zone 'utc')::date - age, 'harbour', 3, true from unnest(array[0, 89, 90, 91]) as age`.execute(
      site.database.db,
    );
    await pruneSearches(site.database.db);
    expect(await hashes()).toBe(1);
    expect(await counts()).toHaveLength(3);
    await pruneSearches(site.database.db, new Date(Date.now() + 24 * 3_600_000));
    expect(await hashes()).toBe(0);
    const { rows } = await site.database.pool.query('select 1 from search_log_keys');
    expect(rows).toEqual([]);
  });
});

describe('the list of searches', () => {
  const listed = async (query: string) => (await call('GET', `/searches?${query}`)).json();
  const count = (text: string, age: number, visitors: number, found: boolean) =>
    sql`insert into search_counts (day, text, visitors, found)
      values ((now() at time zone 'utc')::date - ${age}::integer, ${text}, ${visitors}, ${found})`.execute(
      site.database.db,
    );

  it('adds up the days of a period, most frequent first', async () => {
    await count('harbour', 0, 5, true);
    await count('harbour', 6, 4, false);
    await count('harbour', 7, 50, true);
    await count('quay', 1, 12, false);
    const { searches, pagination } = await listed('days=7');
    expect(searches).toEqual([
      {
        text: 'quay',
        count: 12,
        found: false,
        isMonthly: false,
        findsNow: false,
        perDay: [0, 0, 0, 0, 0, 12, 0],
        redirect: null,
        synonyms: [],
      },
      {
        text: 'harbour',
        count: 9,
        found: true,
        isMonthly: false,
        findsNow: true,
        perDay: [4, 0, 0, 0, 0, 0, 5],
        redirect: null,
        synonyms: [],
      },
    ]);
    expect(pagination).toEqual({ currentPage: 1, totalPages: 1, totalCount: 2 });
    expect((await listed('days=30')).searches[0]).toMatchObject({ text: 'harbour', count: 59 });
    expect((await listed('outcome=nothing')).searches).toMatchObject([{ text: 'quay' }]);
    expect((await listed('search=HARB%C3%B3')).searches).toMatchObject([{ text: 'harbour' }]);
    expect((await listed('limit=1&page=2')).searches).toMatchObject([{ text: 'quay' }]);
  });

  it('says what was made of a search', async () => {
    await count('quay', 0, 12, false);
    await call('POST', '/synonyms', { words: ['Quay', 'harbour'] });
    await call('POST', '/search-redirects', { text: 'quay', path: '/tags' });
    expect((await listed('')).searches).toMatchObject([
      { text: 'quay', findsNow: true, redirect: { path: '/tags' }, synonyms: [{ words: ['Quay', 'harbour'] }] },
    ]);
  });

  it('refuses a period that is not stored', async () => {
    const response = await call('GET', '/searches?days=91');
    expect([response.statusCode, response.json().message]).toEqual([400, 'days must be a whole number from 1 to 90.']);
  });
});
