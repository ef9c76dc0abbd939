import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '#contract/route.ts';
import { type RouteName, routes } from '#contract/routes.ts';
import { addVideo } from '../support/catalogue.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite();
  for (let n = 0; n < 30; n++)
    await addVideo(site.database.db, { tags: ['big', 'rooftop'], performers: ['isla-torven'] });
  await site.index.caughtUp();
});
afterAll(() => site.stop());

const requests = 20_000;

const nastyTexts = [
  '',
  '%',
  "'",
  '"',
  '\\',
  '\u0000',
  '🎬',
  'مرحبا',
  'title:',
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  '__proto__',
  'constructor',
  '-1',
  '0',
  '1e999',
  'NaN',
  'null',
  '[]',
  '9'.repeat(40),
  'x'.repeat(3000),
];
const text = fc.oneof(
  fc.constantFrom(...nastyTexts),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 30 }),
  fc.integer().map(String),
);
const json = fc.oneof(fc.jsonValue({ maxDepth: 4 }), text, fc.constantFrom('{', '[', '{"a":', '\u0000'));

/** Mostly the names that the contract knows, with values from anywhere. */
const requestOf = (name: RouteName) => {
  const route: Route = routes[name];
  const known = Object.keys((route.query as { properties?: object } | undefined)?.properties ?? {});
  const fields = Object.keys((route.body as { properties?: object } | undefined)?.properties ?? {});
  return fc.record({
    name: fc.constant(name),
    method: fc.oneof(
      { weight: 20, arbitrary: fc.constant(route.method) },
      { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD') },
    ),
    params: fc.array(fc.oneof(text, fc.constantFrom('1', '2', 'big', 'isla-torven')), { minLength: 2, maxLength: 2 }),
    query: fc.array(
      fc.tuple(fc.constantFrom(...known, 'unknown'), fc.oneof(text, fc.constantFrom('1', '2', '16', 'big'))),
      { maxLength: 5 },
    ),
    body: fc.option(
      fc.oneof(json, fc.dictionary(fc.constantFrom(...fields, 'unknown'), fc.jsonValue({ maxDepth: 3 }))),
      { nil: undefined },
    ),
    type: fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      'multipart/form-data; boundary=x',
      'nonsense',
    ),
  });
};

type Fuzzed = ReturnType<typeof requestOf> extends fc.Arbitrary<infer Value> ? Value : never;

const send = async ({ name, method, params, query, body, type }: Fuzzed) => {
  let n = 0;
  const path = routes[name].path.replace(/:\w+/g, () => encodeURIComponent((params[n++] ?? '').toWellFormed()));
  const search = query.map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`).join('&');
  return site.app.inject({
    method: method as 'GET',
    url: `/api${path}?${search}`,
    ...(body === undefined || method === 'GET' || method === 'HEAD'
      ? {}
      : { payload: typeof body === 'string' ? body : JSON.stringify(body), headers: { 'content-type': type } }),
  });
};

describe('whatever is sent', () => {
  it(`no answer is a 5xx in ${requests} generated requests, and the site still answers`, async () => {
    const names = Object.keys(routes) as RouteName[];
    const statuses = new Map<number, number>();
    const anyRequest = fc.oneof(...names.map(requestOf));
    await fc.assert(
      fc.asyncProperty(fc.array(anyRequest, { minLength: 50, maxLength: 50 }), async (batch) => {
        const responses = await Promise.all(batch.map(send));
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
  }, 240_000);
});
