import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionCookieName } from '#api/http/cookies.ts';
import { type RouteName, routes } from '#contract/calls/routes.ts';
import type { Role } from '#contract/values/accounts.ts';
import { openSession } from '#domain/accounts/sessions.ts';
import { addVideo } from '../support/catalogue.ts';
import { requestOf, send } from '../support/fuzzed-request.ts';
import { runs } from '../support/random.ts';
import { hashCheaply } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let password_hash: string;
beforeAll(async () => {
  site = await startTestSite();
  for (let n = 0; n < 30; n++)
    await addVideo(site.database.db, { tags: ['big', 'rooftop'], performers: ['isla-torven'] });
  await site.index.waitUntilIndexed();
  password_hash = await hashCheaply('of no matter here');
});
afterAll(() => site.stop());

let made = 0;

/** A new admin for each batch and a session for each request, because a request may end its own session. */
const sendersOf = async (role: Role | undefined) => {
  if (!role) return async () => '';
  made += 1;
  const { db } = site.database;
  const { id } = await db
    .insertInto('admins')
    .values({ username: `fuzz-${made}`, email: `fuzz${made}@example.com`, password_hash, role })
    .returning('id')
    .executeTakeFirstOrThrow();
  return async () =>
    `${sessionCookieName(site.config.siteUrl)}=${await openSession(db, id, { ip: null, userAgent: '' })}`;
};

const changesMade = async () => {
  const { changes } = await site.database.db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<number>().as('changes'))
    .where('action', 'in', ['create', 'update'])
    .executeTakeFirstOrThrow();
  return changes;
};

/** As many at once as there are connections to the database: a slow machine then keeps no request waiting for one. */
const atOnce = 10;

const mapInTurns = async <T, U>(items: readonly T[], work: (item: T, at: number) => Promise<U>): Promise<U[]> => {
  const results: U[] = [];
  for (let start = 0; start < items.length; start += atOnce)
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map((item, at) => work(item, start + at)))));
  return results;
};

const batchSize = 50;
const senders: [who: string, role: Role | undefined, requests: number][] = [
  ['a visitor', undefined, runs(300, 20_000)],
  ['an admin', 'admin', runs(200, 3000)],
  ['a main admin', 'main_admin', runs(200, 3000)],
];

describe('random requests', () => {
  it.each(senders)('from %s never get a 5xx, and the site keeps responding', async (_, role, requests) => {
    const names = Object.keys(routes) as RouteName[];
    const statuses = new Map<number, number>();
    // An admin has more to break by what is sent.
    const weightOf = (name: RouteName) => (role && 'body' in routes[name] ? 4 : 1);
    const anyRequest = fc.oneof(...names.map((name) => ({ weight: weightOf(name), arbitrary: requestOf(name) })));
    await fc.assert(
      fc.asyncProperty(fc.array(anyRequest, { minLength: batchSize, maxLength: batchSize }), async (batch) => {
        const sender = await sendersOf(role);
        const cookies = await Promise.all(batch.map(sender));
        const answer = (request: (typeof batch)[number], n: number) => send(site, cookies[n] ?? '', request);
        const responses = await mapInTurns(batch, answer);
        for (const [n, response] of responses.entries()) {
          statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
          expect(response.statusCode, `${JSON.stringify(batch[n])} answered ${response.body}`).toBeLessThan(500);
        }
      }),
      { numRuns: requests / batchSize, endOnFailure: true },
    );
    expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(requests);
    // Of a few requests, chance makes it less.
    const share = requests / runs(50, 20);
    expect(statuses.get(200)).toBeGreaterThan(share);
    expect(statuses.get(400)).toBeGreaterThan(share);
    expect((await fetch(`${site.url}/api/getpostdata`)).status).toBe(200);
  });

  it('are valid enough for some to change something', async () => {
    expect(await changesMade()).toBeGreaterThan(runs(0, 24));
  });
});
