/** A million links are walked in 30 days, evenly, and the next one is found by an index. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultSettings } from '#contract/values/settings/defaults.ts';
import { claimLink } from '#domain/links/claim-link.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { collectLinks } from './link-clock.ts';

const now = new Date('2026-03-01T00:00:00Z');
let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** Without the time limit of the site. */
const fill = async (...statements: string[]) => {
  const client = new pg.Client(test.ownerUrl);
  await client.connect();
  try {
    for (const statement of ['set statement_timeout = 0', ...statements]) await client.query(statement);
  } finally {
    await client.end();
  }
};

it('the links of an import take their turns evenly, as far apart as the budget says', async () => {
  const { db } = test.database;
  // More than one batch of 2,000.
  await fill(`
    insert into videos (title, category, image_url, link)
    select 'Rain', 'english', '/a.svg', 'https://h' || n % 50 || '.test/watch/' || n from generate_series(1, 2300) n`);
  await collectLinks(db, 500, now);
  const { rows } = await sql<{ most: number; hours: number; all: number }>`
    select max(count)::integer as most, count(*)::integer as hours, sum(count)::integer as all
    from (select count(*) from link_checks group by date_trunc('hour', next_check_at)) as hours`.execute(db);
  expect(rows[0]).toEqual({ most: 500, hours: 5, all: 2300 });
});

it('the default budget walks a million links in 30 days', () => {
  expect(defaultSettings.linkRequestsPerHour * 24 * 30).toBeGreaterThan(1_000_000);
});

it('finding the next of many links reads an index', async () => {
  const { db } = test.database;
  await fill(
    'delete from link_checks',
    `insert into link_checks (url, host, state, next_check_at)
     select 'https://h' || n % 500 || '.test/' || n, 'h' || n % 500 || '.test', 'living',
       '${now.toISOString()}'::timestamptz + n * interval '1 hour' / 1400 from generate_series(1, 20000) n`,
    "insert into probed_hosts (host) select 'h' || n || '.test' from generate_series(0, 499) n on conflict do nothing",
    'analyze link_checks',
  );
  const plan = await sql<{ 'QUERY PLAN': string }>`
    explain select h.host, l.id from probed_hosts h cross join lateral (
      select id from link_checks where host = h.host and next_check_at <= ${now}::timestamptz order by next_check_at limit 1) l`.execute(
    db,
  );
  const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toMatch(/Index (Only )?Scan using link_checks_due/);
  expect(text).not.toContain('Seq Scan on link_checks');
  expect(await claimLink(db, new Date(now.getTime() + 86_400_000))).toMatchObject({ url: 'https://h1.test/1' });
});
