/** A site that reads from a replica which replays nothing: what was written is shown all the same. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPrimary, startStandby, type TestServer, urlsOf } from '../../support/standby.ts';
import { addPost, signIn } from '../faults/support/back-office.ts';
import { type FaultSite, startFaultSite } from '../faults/support/fault-site.ts';

let primary: TestServer;
let standby: TestServer;
let site: FaultSite;

beforeEach(async () => {
  primary = await startPrimary();
  standby = await startStandby(primary);
  const { url, ownerUrl } = urlsOf(primary);
  site = await startFaultSite({
    DATABASE_URL: url,
    DATABASE_OWNER_URL: ownerUrl,
    DATABASE_REPLICA_URLS: urlsOf(standby).url,
    DATABASE_REPLICA_MAX_LAG: '60',
    RATE_LIMIT: '0',
  });
});

afterEach(async () => {
  await site.stop();
  await standby.remove();
  await primary.remove();
});

const textOf = async (path: string) => (await fetch(site.url + path)).text();

it('shows on pages and in sitemaps at once what an admin has written', async () => {
  const api = await signIn(site.url);
  const replayed = async () => (await standby.query('select from sessions')).length;
  await expect.poll(replayed).toBe(1);
  await standby.query('select pg_wal_replay_pause()');
  await addPost(api, 'afterwards');
  expect(await textOf('/new-content')).toContain('afterwards');
  expect(await textOf('/sitemap.xml')).toContain('/sitemap-videos-');
  expect(await textOf('/sitemap-videos-1.xml')).toContain('afterwards');
});
