/** Processes on one database know of each other, and operators see them all. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { version } from '#db/version.ts';
import { readNodes } from '#domain/nodes.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

/** The interval itself is not what is tested, and each test waits for a heartbeat or two. */
const often = { heartbeatEveryMs: 100 };

let site: TestSite;
beforeAll(async () => {
  site = await startTestSite({ nodeName: 'first', renderThreads: 0, pageCacheMb: 8 }, { runsJobs: true, ...often });
});
afterAll(() => site.stop());

const nodes = () => readNodes(site.database.db);
const nodeNamed = async (name: string) => (await nodes()).find((node) => node.name === name);
const namesAndStatus = async () => (await nodes()).map(({ name, status }) => [name, status]);

/** Adds a node that was killed this long ago and returns its id. */
const addLostNode = async (name: string, ago: string) => {
  const id = randomUUID();
  await site.database.pool.query(
    `insert into nodes (id, name, version, status, seen_at, state)
     values ($1, $2, '1', 'serving', now() - $3::interval, '{}')`,
    [id, name, ago],
  );
  return id;
};

it('a node tells how it is', async () => {
  await fetch(`${site.url}/tags`);
  await fetch(`${site.url}/tags`);
  const state = async () => (await nodeNamed('first'))?.state;
  await expect.poll(state).toMatchObject({ runsJobs: true, pageCache: { pages: 1, hitRate: 0.5 } });
  const node = await nodeNamed('first');
  expect(node).toMatchObject({ version, status: 'serving', isLive: true });
  const { host, port } = new URL(site.config.databaseUrl ?? '');
  expect(port).not.toBe('');
  expect(await state()).toMatchObject({
    pid: process.pid,
    port: Number(new URL(site.url).port),
    memoryBytes: expect.any(Number),
    index: { status: 'ready', videos: 0, lagSeconds: expect.any(Number) },
    pageCache: { maxBytes: 8 * 1024 * 1024 },
    renderThreads: 0,
    disk: { freeBytes: expect.any(Number), totalBytes: expect.any(Number) },
    database: host,
    replicas: [],
    sendsMail: false,
    makesBackups: false,
  });
});

it('nodes come, go and are counted', async () => {
  const metric = async () => /^marquee_nodes (\d+)$/m.exec(await (await fetch(site.metricsUrl ?? '')).text())?.[1];
  expect(await metric()).toBe('1');
  const second = await startTestSite({ ...site.sameDatabase, nodeName: 'second' }, often);
  await expect.poll(namesAndStatus).toEqual([
    ['first', 'serving'],
    ['second', 'serving'],
  ]);
  await expect.poll(metric).toBe('2');
  second.announceStop();
  await expect.poll(async () => (await nodeNamed('second'))?.status).toBe('stopping');
  await second.stop();
  expect(await namesAndStatus()).toEqual([['first', 'serving']]);
  await expect.poll(metric).toBe('1');
});

it('a lost node is listed for a day, and does not count', async () => {
  await addLostNode('lost', '11 seconds');
  await addLostNode('long lost', '25 hours');
  await expect.poll(() => nodeNamed('long lost')).toBeUndefined();
  expect(await nodeNamed('lost')).toMatchObject({ isLive: false });
  expect(await (await fetch(site.metricsUrl ?? '')).text()).toMatch(/^marquee_nodes 1$/m);
});

it('a node that is started again replaces the one that was killed', async () => {
  const running = await nodeNamed('first');
  const killed = await addLostNode('first', '11 seconds');
  await expect.poll(async () => (await nodes()).map(({ id }) => id)).not.toContain(killed);
  expect(await nodeNamed('first')).toMatchObject({ id: running?.id, isLive: true });
});

it('a node goes on after its connection is lost, and after its row is', async () => {
  const before = await nodeNamed('first');
  await site.database.pool.query('delete from nodes');
  await site.owner.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like '%insert into nodes%' and pid <> pg_backend_pid()`,
  );
  await expect.poll(() => nodeNamed('first')).toMatchObject({ id: before?.id, isLive: true });
  const after = await nodeNamed('first');
  expect(Math.abs(Number(after?.startedAt) - Number(before?.startedAt))).toBeLessThan(1000);
});
