import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, type Db, openDatabase } from '#db/database.ts';
import { openReplicas, type Replicas } from '#db/replicas.ts';
import { startPrimary, startStandby, type TestServer, urlsOf } from '../../support/standby.ts';

let primary: TestServer;
let standbys: [TestServer, TestServer];
let database: Database;
let replicas: Replicas;
let changedAt: number;
let messages: string[];

beforeAll(async () => {
  primary = await startPrimary();
  await primary.query('create table written (id integer)');
  standbys = [await startStandby(primary), await startStandby(primary)];
});

afterAll(async () => {
  for (const server of [...standbys, primary]) await server.remove();
});

beforeEach(() => {
  changedAt = 0;
  messages = [];
  const { ownerUrl } = urlsOf(primary);
  database = openDatabase(ownerUrl);
  const log = (_facts: object, message: string) => messages.push(message);
  replicas = openReplicas({
    urls: standbys.map((standby) => urlsOf(standby).ownerUrl),
    primary: database.db,
    primaryUrl: ownerUrl,
    maxLagMs: 1000,
    changedAt: () => changedAt,
    logger: { info: log, warn: log },
  });
});

afterEach(async () => {
  await replicas.close();
  await database.close();
});

const portOf = async (db: Db) => {
  const { rows } = await sql<{ port: number }>`select inet_server_port() as port`.execute(db);
  return rows[0]?.port;
};

/** The ports of the servers that four reads go to, without repetition. */
const readPorts = async () => {
  const ports = new Set<number | undefined>();
  for (let read = 0; read < 4; read++) ports.add(await replicas.read(portOf));
  return [...ports].sort();
};

const portsOf = (...servers: TestServer[]) => servers.map(({ port }) => port).sort();
const write = () => primary.query('insert into written values (1)');

test('reads go to all replicas in turn', async () => {
  await expect.poll(readPorts).toEqual(portsOf(...standbys));
  expect(messages).toEqual([]);
});

test('a replica that lags is left out until it has caught up', async () => {
  await expect.poll(readPorts).toEqual(portsOf(...standbys));
  const [lagging, other] = standbys;
  await lagging.query('select pg_wal_replay_pause()');
  await write();
  await expect.poll(readPorts).toEqual(portsOf(other));
  await expect.poll(() => messages).toEqual(['The replica lags behind or does not answer, and is not read from']);
  await lagging.query('select pg_wal_replay_resume()');
  await expect.poll(readPorts).toEqual(portsOf(...standbys));
  await expect.poll(() => messages.at(-1)).toBe('The replica is read from again');
});

test('without a fresh replica, reads go to the primary', async () => {
  await expect.poll(readPorts).toEqual(portsOf(...standbys));
  for (const standby of standbys) await standby.query('select pg_wal_replay_pause()');
  await write();
  await expect.poll(readPorts).toEqual(portsOf(primary));
  for (const standby of standbys) await standby.query('select pg_wal_replay_resume()');
  await expect.poll(readPorts).toEqual(portsOf(...standbys));
});

test('a replica that may lack a known change is not read from, however small its lag', async () => {
  await expect.poll(readPorts).toEqual(portsOf(...standbys));
  changedAt = performance.now();
  expect(await readPorts()).toEqual(portsOf(primary));
  await expect.poll(readPorts).toEqual(portsOf(...standbys));
});

test('a lost replica costs no read, and comes back', async () => {
  await expect.poll(readPorts).toEqual(portsOf(...standbys));
  const [lost, other] = standbys;
  await lost.kill();
  expect(await readPorts()).toEqual(expect.arrayContaining(portsOf(other)));
  await expect.poll(readPorts).toEqual(portsOf(other));
  await lost.start();
  await expect.poll(readPorts).toEqual(portsOf(...standbys));
});

test('a query that a replica cannot answer is answered by the primary', async () => {
  await expect.poll(readPorts).toEqual(portsOf(...standbys));
  const writing = replicas.read(async (db) => {
    await sql`insert into written values (2)`.execute(db);
    return portOf(db);
  });
  expect(await writing).toBe(primary.port);
});

test('a query on a replica that stops answering is answered by the primary', async () => {
  await expect.poll(readPorts).toEqual(portsOf(...standbys));
  const asked: (number | undefined)[] = [];
  const reading = replicas.read(async (db) => {
    const port = await portOf(db);
    asked.push(port);
    const standby = standbys.find((each) => each.port === port);
    standby?.signal('SIGSTOP');
    return portOf(db);
  });
  const wake = () => {
    for (const standby of standbys) standby.signal('SIGCONT');
  };
  expect(await reading.finally(wake)).toBe(primary.port);
  expect(asked).toHaveLength(2);
});
