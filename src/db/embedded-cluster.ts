import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { prepareDataFolder } from './data-folder.ts';
import { databaseUser, type User } from './os-user.ts';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts';
import { findPostmaster, freePort, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { StartupError } from './startup-error.ts';

/** A PostgreSQL server in the data folder, ours alone for as long as we run. */
export interface EmbeddedCluster {
  /** Connection URL of one of its databases. */
  url: (database: string) => string;
  stop: () => Promise<void>;
}

const superuser = 'marquee';
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Made aside and renamed, so that an interrupted start leaves no half cluster. The password is ours to keep. */
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

/** A connection as soon as the server takes one; undefined when the server went away instead. */
const connectWhenReady = async (postmaster: Postmaster, url: string) => {
  while (postmaster.isRunning()) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (problem) {
      await client.end().catch(() => {});
      const { code } = problem as { code?: string };
      if (code !== connectionRefused && code !== startingOrStopping && code !== 'ECONNRESET') throw problem;
      await pause(25);
    }
  }
  return undefined;
};

/** Held by one connection for as long as we run; the server frees it even when we are killed. */
const isOursAlone = async (client: pg.Client) => {
  const { rows } = await client.query<{ ours: boolean }>("select pg_try_advisory_lock(hashtext('marquee')) as ours");
  return rows[0]?.ours === true;
};

export interface ClusterOptions {
  /** Server settings beyond the presets. */
  settings?: Record<string, string>;
  /** Join the server of a running Marquee instead of refusing, for commands beside it. */
  join?: boolean;
  /** Called when the server died and was started again. */
  onRestart?: (why: string) => void;
}

/**
 * Starts the server of a data folder, or takes over the one that a killed process left running. Refuses when another
 * process is using it. When the server dies under us, it is started again at the same address.
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
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim();
  const urlAt = (port: number, database: string) =>
    `postgres://${superuser}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;

  /** After a crash, what is left of the old server may hold its memory for a moment: then it is tried again. */
  const start = async (preferredPort?: number) => {
    let complaints = '';
    for (let attempt = 0; attempt < 40; attempt++) {
      const postmaster =
        findPostmaster(cluster) ??
        startPostmaster(binaries.postgres, cluster, preferredPort ?? (await freePort()), user, settings);
      const client = await connectWhenReady(postmaster, urlAt(postmaster.port, 'postgres'));
      if (client) {
        const ours = await isOursAlone(client);
        if (ours || mayJoin) return { postmaster, client, ours };
        await client.end();
        throw new StartupError(
          `Another Marquee is running on the data folder ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
        );
      }
      complaints = postmaster.complaints();
      await pause(250);
    }
    const reason = complaints.split('\n').find((line) => line.includes('FATAL')) ?? complaints.split('\n').at(-1);
    throw new StartupError(`PostgreSQL does not start in ${cluster}: ${reason}`);
  };

  let running = await start();
  let stopping = false;
  const watch = async () => {
    await running.postmaster.exited();
    if (stopping) return;
    onRestart?.(running.postmaster.complaints());
    running = await start(running.postmaster.port);
    void watch();
  };
  if (running.ours) void watch();

  return {
    url: (database) => urlAt(running.postmaster.port, database),
    stop: async () => {
      stopping = true;
      await running.client.end().catch(() => {});
      if (running.ours) await stopPostmaster(running.postmaster);
    },
  };
};
