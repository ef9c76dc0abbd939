/** What a site answers while its database hangs, and when it is gone. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openDatabaseRelay } from '../support/database-relay.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let test: TestDatabase;
let relay: Awaited<ReturnType<typeof openDatabaseRelay>>;
let site: TestSite;
let call: ReturnType<typeof callerOf>;
beforeAll(async () => {
  test = await createTestDatabase();
  relay = await openDatabaseRelay(test.url);
  site = await startTestSite({ databaseUrl: relay.url, databaseOwnerUrl: test.ownerUrl });
  call = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
});
afterAll(async () => {
  await site.stop();
  relay.refuse();
  await test.drop();
});

const readSystem = async () => {
  const response = await call('GET', '/admin/system');
  return [response.statusCode, response.json().message];
};
const unavailable = [503, 'The database does not answer.'];

it('a database that hangs is named, and does not keep metrics from being read', async () => {
  expect(await readSystem()).toEqual([200, undefined]);
  relay.hang();
  const [system, asset, ready, metrics] = await Promise.all([
    readSystem(),
    fetch(`${site.url}/assets/of-no-build.js`),
    fetch(`${site.url}/readyz`),
    fetch(site.metricsUrl ?? '').then((response) => response.text()),
  ]);
  expect(system).toEqual(unavailable);
  expect([asset.status, asset.headers.get('cache-control')]).toEqual([503, 'no-store']);
  expect(await ready.json()).toMatchObject({ database: 'unreachable' });
  expect(metrics).toContain('marquee_backup_last_bytes 0');
  relay.resume();
  await expect.poll(readSystem).toEqual([200, undefined]);
});

it('so is one that is gone', async () => {
  relay.refuse();
  expect(await readSystem()).toEqual(unavailable);
  await relay.accept();
  await expect.poll(readSystem).toEqual([200, undefined]);
});
