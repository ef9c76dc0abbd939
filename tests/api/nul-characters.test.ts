/** PostgreSQL cannot hold NUL characters: no parameter of any call may turn one into an internal error. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Route } from '#contract/calls/route.ts';
import { routes } from '#contract/calls/routes.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
});
afterAll(() => site.stop());

const propertiesOf = (schema: unknown) =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});

const reads = (Object.entries(routes) as [string, Route][]).filter(([, { method }]) => method === 'GET');
const cases = reads.flatMap(([name, { path, params, query }]) => [
  ...(propertiesOf(params).length > 0 ? [[name, path.replaceAll(/:\w+/g, 'a%00b')] as const] : []),
  ...propertiesOf(query).map((field) => [name, `${path.replaceAll(/:\w+/g, '1')}?${field}=a%00b`] as const),
]);

it('covers the calls that read', () => {
  expect(cases.length).toBeGreaterThan(100);
});

it.each(cases)('%s: %s', async (_, url) => {
  const { statusCode, body } = await call('GET', url);
  expect([statusCode, body]).toEqual([expect.toSatisfy((status: number) => status < 500), expect.anything()]);
});

it('the links of a host that cannot exist are refused with a sentence', async () => {
  const response = await call('GET', '/links/all?host=%00');
  expect([response.statusCode, response.json().message]).toEqual([400, 'Text must not contain NUL characters.']);
});
