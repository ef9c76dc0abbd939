import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postgresBinaries, prepareDataFolder, startEmbeddedCluster } from '#db/embedded-cluster.ts';
import { createDatabase } from '#db/open-server.ts';
import { databaseUser, type Postmaster, startPostmaster, stopPostmaster } from '#db/postmaster.ts';
import { embeddedSiteRole, ensureSiteRole } from '#db/site-role.ts';
import { cleanUpWhenGone } from './clean-up-when-gone.ts';
import { reservePort } from './reserve-port.ts';
import { until } from './until.ts';

/** A PostgreSQL server that nobody restarts when it dies. */
export interface TestServer {
  folder: string;
  port: number;
  /** Sends a signal to the server and the processes of its connections. */
  signal: (name: NodeJS.Signals) => void;
  start: () => Promise<void>;
  /** kill -9 of all its processes at once, as if the machine had lost power. */
  kill: () => Promise<void>;
  /** Stops it and removes its data. */
  remove: () => Promise<void>;
  /** As its superuser. */
  query: <Row extends pg.QueryResultRow>(sql: string) => Promise<Row[]>;
}

const user = databaseUser();
/** After a kill, processes of the old server may hold its shared memory for a moment. */
const maxStarts = 40;
const settings = { fsync: 'off', shared_buffers: '32MB', max_connections: '100' };

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-server-'));
  cleanUpWhenGone(folder);
  prepareDataFolder(folder, user);
  return folder;
};

const superuserUrl = (folder: string, ports: readonly number[]) => {
  const password = readFileSync(join(folder, 'postgres.password'), 'utf8').trim();
  return `postgres://marquee:${password}@${ports.map((port) => `127.0.0.1:${port}`).join()}/marquee`;
};

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return work(client).finally(() => client.end());
};

const childrenOf = (pid: number) =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (child !== undefined && parent === pid ? [child] : []));

/** Processes of connections end whenever their clients do. */
const signalIfRunning = (pid: number, name: NodeJS.Signals) => {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
};

const startServer = async (folder: string, port: number): Promise<TestServer> => {
  const { postgres } = postgresBinaries(folder, user);
  const url = superuserUrl(folder, [port]);
  const query: TestServer['query'] = (sql) => withClient(url, async (client) => (await client.query(sql)).rows);
  const spawn = () => startPostmaster(postgres, join(folder, 'postgres'), port, user, settings);
  const answers = () =>
    query('select 1').then(
      () => true,
      () => false,
    );
  let postmaster: Postmaster;
  const start = async () => {
    postmaster = spawn();
    let starts = 1;
    await until(async () => {
      if (await answers()) return true;
      if (postmaster.isRunning()) return false;
      if (starts++ > maxStarts) throw new Error(`PostgreSQL does not start: ${postmaster.output()}`);
      postmaster = spawn();
      return false;
    });
  };
  const signal = (name: NodeJS.Signals) => {
    for (const pid of [postmaster.pid, ...childrenOf(postmaster.pid)]) signalIfRunning(pid, name);
  };
  await start();
  return {
    folder,
    port,
    signal,
    start,
    kill: async () => {
      signal('SIGKILL');
      await postmaster.exited();
    },
    remove: async () => {
      await stopPostmaster(postmaster);
      rmSync(folder, { recursive: true, force: true });
    },
    query,
  };
};

/** A server with the empty database `marquee` and the site's role, that standbys can follow. */
export const startPrimary = async (): Promise<TestServer> => {
  const folder = newFolder();
  const cluster = await startEmbeddedCluster(folder, { settings });
  await createDatabase(cluster.url('postgres'), 'marquee');
  await ensureSiteRole(cluster.url('postgres'), join(folder, 'postgres-site.password'));
  await cluster.stop();
  return startServer(folder, await reservePort());
};

/**
 * A streaming standby, made from a copy of the running primary as pg_basebackup does it, which npm's package lacks. With the port
 * of a server that was lost, it takes its place.
 */
export const startStandby = async (primary: TestServer, port?: number): Promise<TestServer> => {
  const folder = newFolder();
  const copy = join(folder, 'postgres');
  const label = await withClient(superuserUrl(primary.folder, [primary.port]), async (client) => {
    await client.query(`select pg_backup_start('standby', fast => true)`);
    execFileSync('cp', ['-a', join(primary.folder, 'postgres'), copy]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    return rows[0]?.labelfile ?? '';
  });
  for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(copy, name));
  // It gets its log from the primary, from the label's position on.
  for (const entry of readdirSync(join(copy, 'pg_wal'), { withFileTypes: true }))
    if (entry.isFile()) rmSync(join(copy, 'pg_wal', entry.name));
  for (const [name, text] of [
    ['backup_label', label],
    ['standby.signal', ''],
  ] as const) {
    writeFileSync(join(copy, name), text);
    if (user) chownSync(join(copy, name), user.uid, user.gid);
  }
  for (const name of ['postgres.password', 'postgres-site.password'])
    copyFileSync(join(primary.folder, name), join(folder, name));
  const password = readFileSync(join(folder, 'postgres.password'), 'utf8').trim();
  const source = `host=127.0.0.1 port=${primary.port} user=marquee password=${password}`;
  appendFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  return startServer(folder, port ?? (await reservePort()));
};

/** The URLs by which a site connects to all of these servers: as its role, and as the owner. */
export const urlsOf = (...servers: TestServer[]) => {
  const ports = servers.map(({ port }) => port);
  const [{ folder }] = servers as [TestServer];
  const ownerUrl = superuserUrl(folder, ports);
  const password = readFileSync(join(folder, 'postgres-site.password'), 'utf8').trim();
  return { ownerUrl, url: ownerUrl.replace(/\/\/.*@/, `//${embeddedSiteRole}:${password}@`) };
};
