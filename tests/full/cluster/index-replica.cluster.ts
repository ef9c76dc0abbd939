/** The index reads from a replica as long as that has everything, and from the primary otherwise. */
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '#db/database.ts';
import { prepareSchema } from '#db/prepare-schema.ts';
import { openReplicas, type Replicas } from '#db/replicas.ts';
import { embeddedSiteRole } from '#db/site-role.ts';
import { type CatalogueIndex, openCatalogueIndex } from '#domain/search/catalogue-index.ts';
import { addVideo } from '../../search/add-video.ts';
import { startPrimary, startStandby, type TestServer, urlsOf } from '../../support/standby.ts';

let primary: TestServer;
let standby: TestServer;
let database: Database;
let replicas: Replicas;
let index: CatalogueIndex;
const logger = { info: () => {}, warn: () => {} };

const positionOf = async (server: TestServer, fn: string) =>
  (await server.query<{ position: number }>(`select (${fn}() - '0/0')::float8 as position`))[0]?.position ?? 0;

/** A server that has just been started needs a moment until it follows the primary. */
const hasAll = async (server = standby) =>
  (await positionOf(server, 'pg_last_wal_replay_lsn')) >= (await positionOf(primary, 'pg_current_wal_flush_lsn'));

/** Opens the index of a site whose primary is one of these servers. */
const open = async (...servers: TestServer[]) => {
  await expect.poll(() => hasAll()).toBe(true);
  const { url } = urlsOf(...servers);
  database = openDatabase(url);
  replicas = openReplicas({
    urls: [urlsOf(standby).url],
    primary: database.db,
    primaryUrl: url,
    maxLagMs: 2000,
    changedAt: () => 0,
    logger,
  });
  index = await openCatalogueIndex({ url, replicas, logger });
};

beforeEach(async () => {
  primary = await startPrimary();
  const { ownerUrl } = urlsOf(primary);
  await prepareSchema({ ownerUrl, siteRole: embeddedSiteRole });
  const owner = openDatabase(ownerUrl);
  await addVideo(owner.pool, 'first');
  await owner.close();
  standby = await startStandby(primary);
});

afterEach(async () => {
  await index.close();
  await replicas.close();
  await database.close();
  await standby.remove();
  await primary.remove();
});

const titles = () =>
  index.videosByIds(index.page({ order: 'newest', page: 1, limit: 50 }).ids).map(({ title }) => title);
const replica = () => index.status().replica;
const nameOf = ({ port }: TestServer) => `127.0.0.1:${port}`;
const addAndList = async (title: string) => {
  await addVideo(database.pool, title);
  await index.waitUntilIndexed();
  return titles();
};

it('is built from the replica and follows it, without missing what is committed late', async () => {
  await open(primary);
  expect(replica()).toBe(nameOf(standby));
  expect(titles()).toEqual(['first']);
  const slow = new pg.Client({ connectionString: urlsOf(primary).url });
  await slow.connect();
  await slow.query('begin');
  await addVideo(slow, 'late');
  expect(await addAndList('early')).toEqual(['early', 'first']);
  const changes: unknown[] = [];
  index.onChange((change) => changes.push(change));
  await index.waitUntilIndexed();
  expect(changes, 'what is applied is not applied again').toEqual([]);
  expect(await addAndList('after')).toEqual(['after', 'early', 'first']);
  await slow.query('commit');
  await slow.end();
  await index.waitUntilIndexed();
  expect(titles().toSorted()).toEqual(['after', 'early', 'first', 'late']);
  expect(replica()).toBe(nameOf(standby));
});

it('is built from the primary if the replica lags, and returns to the replica', async () => {
  await open(primary);
  await index.close();
  await standby.query('select pg_wal_replay_pause()');
  await addVideo(database.pool, 'second');
  index = await openCatalogueIndex({ url: urlsOf(primary).url, replicas, logger });
  expect(titles()).toEqual(['second', 'first']);
  expect(replica()).toBeUndefined();
  await standby.query('select pg_wal_replay_resume()');
  await expect
    .poll(async () => {
      await index.waitUntilIndexed();
      return replica();
    })
    .toBe(nameOf(standby));
});

it('shows at once what a lagging replica lacks', async () => {
  await open(primary);
  await standby.query('select pg_wal_replay_pause()');
  expect(await addAndList('second')).toEqual(['second', 'first']);
  expect(replica()).toBeUndefined();
});

it.each([
  ['is killed', () => standby.kill(), () => standby.start()],
  ['does not answer', async () => standby.signal('SIGSTOP'), async () => standby.signal('SIGCONT')],
])('goes on from the primary when the replica %s, and returns', async (_how, lose, bringBack) => {
  await open(primary);
  expect(replica()).toBe(nameOf(standby));
  await lose();
  expect(await addAndList('second')).toEqual(['second', 'first']);
  expect(replica()).toBeUndefined();
  await bringBack();
  await expect
    .poll(async () => {
      await index.waitUntilIndexed();
      return replica();
    })
    .toBe(nameOf(standby));
  expect(await addAndList('third')).toEqual(['third', 'second', 'first']);
});

it('does not read from a replica that was promoted by mistake', async () => {
  await open(primary);
  await standby.query('select pg_promote()');
  const promoted = openDatabase(urlsOf(standby).ownerUrl);
  await addVideo(promoted.pool, 'stray').finally(promoted.close);
  expect(await addAndList('second')).toEqual(['second', 'first']);
  expect(replica()).toBeUndefined();
});

it('does not read from a replica that a promotion has left behind', async () => {
  const next = await startStandby(primary);
  await open(primary, next);
  expect(replica()).toBe(nameOf(standby));
  // What only the replica has is lost with the former primary.
  await next.kill();
  expect(await addAndList('lost')).toEqual(['lost', 'first']);
  await primary.kill();
  await next.start();
  await next.query('select pg_promote()');
  await expect
    .poll(() => addAndList('new').catch((error: Error) => error.message))
    .toEqual(expect.arrayContaining(['new']));
  expect(titles()).not.toContain('lost');
  expect(replica()).toBeUndefined();
  await next.remove();
});

it('reads from a replica again that follows the promoted primary', async () => {
  const next = await startStandby(primary);
  await open(primary, next);
  await addAndList('second');
  await expect.poll(async () => (await hasAll()) && (await hasAll(next))).toBe(true);
  await primary.kill();
  await next.query('select pg_promote()');
  const { port, username, password } = new URL(urlsOf(next).ownerUrl);
  const source = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
  await standby.query(`alter system set primary_conninfo = '${source}'`);
  await standby.query('select pg_reload_conf()');
  await expect
    .poll(async () => {
      // A restart point, from which on the replica can tell its timeline. Otherwise there is one every five minutes.
      await standby.query('checkpoint');
      await index.waitUntilIndexed();
      return replica();
    })
    .toBe(nameOf(standby));
  expect(await addAndList('third')).toEqual(['third', 'second', 'first']);
  expect(replica()).toBe(nameOf(standby));
  await next.remove();
});
