import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createClient } from '#db/client.ts';
import { type Database, openDatabase } from '#db/database.ts';
import { startPrimary, startStandby, type TestServer, urlsOf } from '../../support/standby.ts';

let primary: TestServer;
let standby: TestServer;
let database: Database | undefined;

beforeAll(async () => {
  primary = await startPrimary();
  standby = await startStandby(primary);
});

afterEach(async () => {
  await database?.close();
  database = undefined;
});

afterAll(async () => {
  await standby.remove();
  await primary.remove();
});

const open = (...servers: TestServer[]) => {
  database = openDatabase(urlsOf(...servers).ownerUrl);
  return database.pool;
};

const portOf = async (pool: Database['pool']) => {
  const { rows } = await pool.query<{ port: number }>('select inet_server_port() as port');
  return rows[0]?.port;
};

test('connections go to the host that can write, wherever it is in the list', async () => {
  expect(await portOf(open(standby, primary))).toBe(primary.port);
});

test('an error says of each host why it cannot be written to', async () => {
  // A port below 1024, where no other test listens.
  const nobody = { ...standby, port: 1 };
  await expect(open(standby, nobody).query('select 1')).rejects.toThrow(
    `No host can write: 127.0.0.1:${standby.port} is read-only; ` +
      `127.0.0.1:${nobody.port} does not answer: connect ECONNREFUSED 127.0.0.1:${nobody.port}`,
  );
});

test('a connection that is ended before its host is known is not opened', async () => {
  const client = createClient(urlsOf(primary, standby).ownerUrl);
  const connecting = client.connect();
  await client.end();
  await expect(connecting).rejects.toThrow('The connection was ended before it was open');
});

test('a promotion moves all connections, also from a former primary that still accepts writes', async () => {
  const pool = open(primary, standby);
  const idle = await pool.connect();
  const asleep = pool.query('select pg_sleep(60)');
  idle.release();
  const isAsleep = async () =>
    (await primary.query(`select from pg_stat_activity where query = 'select pg_sleep(60)'`)).length;
  await expect.poll(isAsleep).toBe(1);

  await standby.query('select pg_promote()');
  await expect(asleep).rejects.toThrow(
    `The connection was closed because 127.0.0.1:${standby.port} is the primary now`,
  );
  await expect.poll(() => portOf(pool)).toBe(standby.port);
  await pool.query('create table written (id integer)');

  // Neither in this process nor in one that does not know of the promotion.
  await standby.kill();
  await expect
    .poll(() => portOf(pool).catch((error: Error) => error.message))
    .toContain(`127.0.0.1:${primary.port} was the primary before another host was promoted`);
  await standby.start();
  await expect.poll(() => portOf(pool).catch(() => undefined)).toBe(standby.port);
  await database?.close();
  expect(await portOf(open(standby, primary))).toBe(standby.port);
});
