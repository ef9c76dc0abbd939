import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sessionCookieName } from '#api/http/cookies.ts';
import { type Db, openDatabase } from '#db/database.ts';
import { openServer } from '#db/open-server.ts';
import { prepareSchema } from '#db/prepare-schema.ts';
import { createAdmin, findAdminByIdentifier } from '#domain/accounts/admins.ts';
import { randomPassword } from '#domain/accounts/passwords.ts';
import { openSession } from '#domain/accounts/sessions.ts';
import { generateCatalogue } from '#domain/demo/generate-catalogue.ts';
import { findSitePid } from '../../tests/support/running-site.ts';

const main = join(import.meta.dirname, '../../src/cli/main.ts');

export interface BenchSite {
  videos: number;
  url: string;
  /** The session cookie of a main admin. */
  cookie: string;
  /** Seconds from the command to the first response. */
  startSeconds: number;
  dataDir: string;
  /** Id of the serving process; undefined while there is none. */
  pid: () => number | undefined;
  memoryMb: () => number;
  stop: () => Promise<void>;
}

const cookieOf = async (db: Db) => {
  const admin = { username: 'bench', email: 'bench@example.com', password: randomPassword() };
  const known = await findAdminByIdentifier(db, admin.username);
  const id = known?.id ?? (await createAdmin(db, { ...admin, role: 'main_admin', createdBy: null }));
  return `${sessionCookieName('http:')}=${await openSession(db, id, { ip: null, userAgent: 'bench' })}`;
};

/** A data folder with a catalogue of this many videos, generated on first use and reused by later runs. */
export const prepareDataFolder = async (videos: number, dataDir = join(tmpdir(), `marquee-bench-${videos}`)) => {
  const server = await openServer({ databaseUrl: undefined, dataDir });
  await prepareSchema(server);
  const database = openDatabase(server.ownerUrl, { statementTimeoutMs: 0 });
  const { rows } = await database.pool.query<{ count: number }>('select count(*) from videos');
  if (rows[0]?.count === 0) {
    const started = performance.now();
    await generateCatalogue(database.pool, { videos, seed: 1, now: new Date() });
    console.log(`generated ${videos} videos in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  const cookie = await cookieOf(database.db);
  await database.close();
  await server.stop();
  return { dataDir, cookie };
};

const firstUrl = (child: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const url = /Site +http:\/\/localhost:(\d+)/.exec(output);
      if (url) resolve(`http://127.0.0.1:${url[1]}`);
    });
    child.once('exit', () => reject(new Error(`The site did not start:\n${output}`)));
  });

/** The production site in its own process; `settings` are environment variables. */
export const startSite = async (
  settings: Record<string, string>,
): Promise<Omit<BenchSite, 'videos' | 'cookie' | 'dataDir'>> => {
  const started = performance.now();
  const env = {
    ...process.env,
    PORT: '0',
    RATE_LIMIT: '0',
    SEED_DEMO: 'false',
    LOG_LEVEL: 'warn',
    ...settings,
  };
  const child = spawn(process.execPath, [...process.execArgv, main, 'serve'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await firstUrl(child);
  await fetch(`${url}/api/getpostdata`);
  const startSeconds = (performance.now() - started) / 1000;
  while (!(await fetch(`${url}/readyz`)).ok) await setTimeout(50);
  const pid = () => findSitePid({ process: child });
  return {
    url,
    startSeconds,
    pid,
    memoryMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid()}/status`, 'utf8'))?.[1]) / 1024,
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** The production site on a catalogue of this size, with its own database server. */
export const startSiteOfSize = async (videos: number, settings: Record<string, string> = {}): Promise<BenchSite> => {
  const { dataDir, cookie } = await prepareDataFolder(videos);
  return { videos, cookie, dataDir, ...(await startSite({ DATA_DIR: dataDir, ...settings })) };
};
