import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { prepareDataFolder } from './data-folder.ts';
import { superuser, superuserUrl } from './embedded-urls.ts';
import { databaseUser, type User } from './os-user.ts';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts';
import { findPostmaster, freePort, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { StartupError } from './startup-error.ts';

/** A PostgreSQL server in the data folder, used by one Marquee process at a time. */
export interface EmbeddedCluster {
  /** Connection URL of one of its databases. */
  url: (database: string) => string;
  stop: () => Promise<void>;
}

const maxStartAttempts = 40;
const restartPauseMs = 1000;
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Created under a temporary name and renamed, so that an interrupted start leaves no half-made cluster. */
const createCluster = async (dataDir: string, cluster: string, { initdb }: PostgresBinaries, user?: User) => {
  const unfinished = `${cluster}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const password = randomBytes(24).toString('hex');
  const passwordFile = join(dataDir, 'postgres.password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [unfinished, passwordFile]) chownSync(path, user.uid, user.gid);
  const options = [
    `--pgdata=${unfinished}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ];
  await promisify(execFile)(initdb, options, {
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  });
  renameSync(unfinished, cluster);
};

const connectionRefused = 'ECONNREFUSED';
const startingOrStopping = '57P03';

/** Connects as soon as the server accepts connections; undefined if it exits first, or `cancelled` says to stop. */
const connectWhenReady = async (postmaster: Postmaster, url: string, cancelled: () => boolean) => {
  while (postmaster.isRunning() && !cancelled()) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      const { code } = error as { code?: string };
      if (code !== connectionRefused && code !== startingOrStopping && code !== 'ECONNRESET') throw error;
      await pause(25);
    }
  }
  return undefined;
};

/** A session-level advisory lock: the server releases it even when this process is killed. */
const acquireOwnership = async (client: pg.Client) => {
  const { rows } = await client.query<{ owned: boolean }>("select pg_try_advisory_lock(hashtext('marquee')) as owned");
  return rows[0]?.owned === true;
};

export interface ClusterOptions {
  /** Server settings that override the defaults. */
  settings?: Record<string, string>;
  /** Use the server of a running Marquee instead of refusing, for commands that run beside it. */
  join?: boolean;
  /** Called when the server died and is being restarted. */
  onRestart?: (reason: string) => void;
}

/**
 * Starts the server of a data folder, or takes over the one that a killed process left running. Refuses when another
 * process is using it. A server that dies is restarted on the same port.
 */
export const startEmbeddedCluster = async (
  dataDir: string,
  { settings = {}, join: mayJoin = false, onRestart }: ClusterOptions = {},
): Promise<EmbeddedCluster> => {
  const user = databaseUser();
  prepareDataFolder(dataDir, user);
  const binaries = postgresBinaries(dataDir, user);
  const cluster = join(dataDir, 'postgres');
  if (!existsSync(cluster)) await createCluster(dataDir, cluster, binaries, user);
  const urlAt = (port: number, database: string) => superuserUrl(dataDir, port, database);
  let stopping = false;

  /** Retries for a while: after a crash, processes of the old server may hold its shared memory for a moment. */
  const start = async (preferredPort?: number) => {
    let output = '';
    for (let attempt = 0; attempt < maxStartAttempts && !stopping; attempt++) {
      const postmaster =
        findPostmaster(cluster) ??
        startPostmaster(binaries.postgres, cluster, preferredPort ?? (await freePort()), user, settings);
      const client = await connectWhenReady(postmaster, urlAt(postmaster.port, 'postgres'), () => stopping);
      if (client) {
        const owned = await acquireOwnership(client);
        if (owned || mayJoin) return { postmaster, client, owned };
        await client.end();
        throw new StartupError(
          `Another Marquee is running on the data folder ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
        );
      }
      if (stopping) await stopPostmaster(postmaster);
      output = postmaster.output();
      await pause(250);
    }
    const reason = output.split('\n').find((line) => line.includes('FATAL')) ?? output.split('\n').at(-1);
    throw new StartupError(`PostgreSQL does not start in ${cluster}: ${reason}`);
  };

  let running = await start();
  const shutDown = async () => {
    await running.client.end().catch(() => {});
    if (running.owned) await stopPostmaster(running.postmaster);
  };
  /** Never gives up, since what prevents a start may pass: a full disk, for instance. */
  const restart = async (port: number) => {
    for (;;)
      try {
        return await start(port);
      } catch (error) {
        if (stopping) throw error;
        onRestart?.((error as Error).message);
        await pause(restartPauseMs);
      }
  };
  const restartWhenItDies = async () => {
    while (!stopping) {
      await running.postmaster.exited();
      if (stopping) return;
      onRestart?.(running.postmaster.output());
      running = await restart(running.postmaster.port);
    }
    await shutDown();
  };
  const watching = running.owned
    ? restartWhenItDies().catch((error) => {
        if (!stopping) throw error;
      })
    : undefined;

  return {
    url: (database) => urlAt(running.postmaster.port, database),
    stop: async () => {
      stopping = true;
      await shutDown();
      // The server may just be restarting: without waiting, the new one would outlive this process and keep it alive.
      await watching;
    },
  };
};
