/** The primary is lost and its standby promoted: the site goes on with that, without a restart. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPrimary, startStandby, type TestServer, urlsOf } from '../../support/standby.ts';
import { addPost, type Caller, type Post, postBody, signIn } from '../faults/support/back-office.ts';
import { type FaultSite, startFaultSite } from '../faults/support/fault-site.ts';
import { report } from '../faults/support/report.ts';

let primary: TestServer;
let standby: TestServer;
let site: FaultSite;
let api: Caller;

beforeEach(async () => {
  primary = await startPrimary();
  standby = await startStandby(primary);
  // The standby first: the site has to find out which one can write.
  const { url, ownerUrl } = urlsOf(standby, primary);
  site = await startFaultSite({ DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, RATE_LIMIT: '0' });
  api = await signIn(site.url);
});

afterEach(async () => {
  await site.stop();
  await standby.remove();
  await primary.remove();
});

const isFound = async (title: string) => {
  const { body } = await api<{ records?: Post[] }>('GET', `/getpostdata?search=title:${title}`);
  return body.records?.some(({ titel }) => titel === title) ?? false;
};

const isReplayed = async (title: string) =>
  (await standby.query(`select from videos where title = '${title}'`)).length === 1;

/** Who is connected, by application name. */
const applicationsOf = async (server: TestServer) => {
  const rows = await server.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity where datname = 'marquee' order by name`,
  );
  return rows.map(({ name }) => name);
};

const promoteAndWrite = async (scenario: string) => {
  const lostAt = performance.now();
  await standby.query('select pg_promote()');
  await expect.poll(async () => (await api('POST', '/postdata', postBody('afterwards'))).status).toBe(200);
  report(scenario, `the first write succeeded after ${((performance.now() - lostAt) / 1000).toFixed(1)} s`);
  await expect.poll(() => isFound('afterwards')).toBe(true);
  expect(await isFound('before')).toBe(true);
  const everyone = ['marquee', 'marquee index', 'marquee jobs', 'marquee watch'];
  await expect.poll(() => applicationsOf(standby)).toEqual(expect.arrayContaining(everyone));
};

it('goes on after kill -9 of the primary', async () => {
  await addPost(api, 'before');
  await expect.poll(() => isReplayed('before')).toBe(true);
  await primary.kill();
  await promoteAndWrite('kill -9 of the primary');
});

it('goes on when the primary no longer answers, and its connections stay open', async () => {
  await addPost(api, 'before');
  await expect.poll(() => isReplayed('before')).toBe(true);
  primary.signal('SIGSTOP');
  try {
    await promoteAndWrite('silence of the primary');
  } finally {
    primary.signal('SIGCONT');
  }
});
