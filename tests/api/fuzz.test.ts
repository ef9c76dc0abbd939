import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RouteName, routes } from '#contract/routes.ts';
import { hashPassword } from '#domain/accounts/passwords.ts';
import type { Role } from '#domain/accounts/session.ts';
import { openSession } from '#domain/accounts/sessions.ts';
import { addVideo } from '../support/catalogue.ts';
import { requestOf, send } from '../support/fuzzed-request.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let password_hash: string;
beforeAll(async () => {
  site = await startTestSite();
  for (let n = 0; n < 30; n++)
    await addVideo(site.database.db, { tags: ['big', 'rooftop'], performers: ['isla-torven'] });
  await site.index.caughtUp();
  password_hash = await hashPassword('of no matter here');
});
afterAll(() => site.stop());

let made = 0;

/** A new admin each time: what is sent may end the one that sends it. */
const cookieOf = async (role: Role | undefined) => {
  if (!role) return '';
  made += 1;
  const { id } = await site.database.db
    .insertInto('admins')
    .values({ username: `fuzz-${made}`, email: `fuzz${made}@example.com`, password_hash, role })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `marquee_session=${await openSession(site.database.db, id, { ip: null, userAgent: '' })}`;
};

const runs: [who: string, role: Role | undefined, requests: number][] = [
  ['visitor', undefined, 20_000],
  ['admin', 'admin', 5_000],
  ['main admin', 'main_admin', 5_000],
];

describe('whatever is sent', () => {
  it.each(runs)(
    'by a %s, no answer is a 5xx, and the site still answers',
    async (_, role, requests) => {
      const names = Object.keys(routes) as RouteName[];
      const statuses = new Map<number, number>();
      const anyRequest = fc.oneof(...names.map(requestOf));
      await fc.assert(
        fc.asyncProperty(fc.array(anyRequest, { minLength: 50, maxLength: 50 }), async (batch) => {
          const cookie = await cookieOf(role);
          const responses = await Promise.all(batch.map((request) => send(site, cookie, request)));
          for (const [n, response] of responses.entries()) {
            statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
            expect(response.statusCode, `${JSON.stringify(batch[n])} answered ${response.body}`).toBeLessThan(500);
          }
        }),
        { numRuns: requests / 50, endOnFailure: true },
      );
      expect([...statuses.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(requests);
      expect(statuses.get(200)).toBeGreaterThan(requests / 20);
      expect(statuses.get(400)).toBeGreaterThan(requests / 20);
      expect((await fetch(`${site.url}/api/getpostdata`)).status).toBe(200);
    },
    240_000,
  );
});
