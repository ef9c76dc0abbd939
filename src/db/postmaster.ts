import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from './errors.ts';

export interface User {
  name: string;
  uid: number;
  gid: number;
}

/** The user that runs PostgreSQL, which refuses to run as root. Undefined means the current user. */
export const databaseUser = (): User | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const user = ['postgres', 'nobody'].map((name) => users.find((each) => each.name === name)).find(Boolean);
  if (!user)
    throw new StartupError(
      'PostgreSQL cannot run as root, and this machine has no user "postgres" or "nobody": add one, or start Marquee as another user.',
    );
  return user;
};

/** Whether other users may enter all folders of a path. */
export const isReachableByOthers = (path: string): boolean => {
  const othersMayEnter = 0o001;
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & othersMayEnter) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
};

/** A PostgreSQL server process: our child, or one that a killed Marquee left running. */
export interface Postmaster {
  pid: number;
  port: number;
  isRunning: () => boolean;
  exited: () => Promise<void>;
  /** What it printed before it opened its log file: the reason if it doesn't start. */
  output: () => string;
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Being alive isn't enough, because process ids are reused. */
const runsPostgres = (pid: number) => {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres');
};

const waitUntilGone = async (pid: number) => {
  while (isAlive(pid)) await pause(50);
};

/** The server named in the cluster's postmaster.pid, if it is still running. */
export const findPostmaster = (cluster: string): Postmaster | undefined => {
  try {
    const [pid, , , port] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    if (!runsPostgres(Number(pid))) return undefined;
    return {
      pid: Number(pid),
      port: Number(port),
      isRunning: () => isAlive(Number(pid)),
      exited: () => waitUntilGone(Number(pid)),
      output: () => '',
    };
  } catch {
    return undefined;
  }
};

export const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

const defaultSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
};

/** Starts the server in its own process group, so that Ctrl-C reaches only Marquee, which then stops the server. */
export const startPostmaster = (
  postgres: string,
  cluster: string,
  port: number,
  user: User | undefined,
  overrides: Record<string, string> = {},
): Postmaster => {
  const child = spawn(
    postgres,
    [
      '-D',
      cluster,
      '-p',
      String(port),
      ...Object.entries({ ...defaultSettings, ...overrides }).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    {
      cwd: cluster,
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    },
  );
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4000);
  });
  let running = true;
  const exited = new Promise<void>((done) => {
    const end = () => {
      running = false;
      done();
    };
    child.once('exit', end);
    child.once('error', (error) => {
      output += error.message;
      end();
    });
  });
  return {
    pid: child.pid ?? 0,
    port,
    isRunning: () => running,
    exited: () => exited,
    output: () => output.trim(),
  };
};

/** A "fast shutdown" ends all sessions and keeps committed data. Resolves when the process has exited. */
export const stopPostmaster = async ({ pid, isRunning, exited }: Postmaster) => {
  if (isRunning()) process.kill(pid, 'SIGINT');
  await exited();
};
