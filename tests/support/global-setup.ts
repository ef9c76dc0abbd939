import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#db/database.ts';
import { startEmbeddedCluster } from '#db/embedded-cluster.ts';
import { prepareSchema } from '#db/prepare-schema.ts';
import { embeddedSiteRole, ensureSiteRole } from '#db/site-role.ts';
import { storeBuild } from '#domain/builds.ts';
import { seedDemo } from '#domain/demo/seed-demo.ts';
import { readOwnBuild } from '#server/pages/page-source.ts';
import { buildDir, buildWeb } from '#server/web-build.ts';
import { cleanUpWhenGone } from './clean-up-when-gone.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers with what is prepared once it is. Test files get it from prepared.ts. */
    setUpUrl: string;
  }
}

export interface Prepared {
  /** The PostgreSQL server of the test databases. */
  serverUrl: string;
  /** The same server for a role that cannot change the schema. */
  siteServerUrl: string;
  /** A migrated, empty database to copy. */
  emptyTemplate: string;
  /** The same with the demo catalogue. */
  demoTemplate: string;
}

/** A machine that runs many browsers may take long to open a connection. */
const patient = (url: string) => `${url}?connect_timeout=60`;

const runSql = async (connectionString: string, sql: string) => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

const memoryFolder = '/dev/shm';
const minFreeBytes = 4 * 1024 ** 3;

/** Where there is room: on a disk, the thousand files of each new database take half a second of the system's time. */
const folderInMemory = () => {
  if (!existsSync(memoryFolder) || freemem() < minFreeBytes) return undefined;
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize < minFreeBytes ? undefined : memoryFolder;
};

/** A temporary server, or the one that DATABASE_URL names; never the one in DATA_DIR. */
const openServer = async () => {
  const external = process.env.DATABASE_URL;
  if (external) return { url: external, stop: async () => {} };
  const folder = mkdtempSync(join(folderInMemory() ?? tmpdir(), 'marquee-test-'));
  cleanUpWhenGone(folder);
  const cluster = await startEmbeddedCluster(folder, {
    // Thousands of connections are opened, and nobody guesses these passwords.
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '500', scram_iterations: '1' },
  });
  await runSql(
    cluster.url('postgres'),
    `alter role current_user password '${new URL(cluster.url('postgres')).password}'`,
  );
  return { url: patient(cluster.url('postgres')), stop: cluster.stop };
};

/** The role that tests and test sites connect as. Its rights are those of the running site. */
const createSiteRole = async (serverUrl: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-test-role-'));
  const password = await ensureSiteRole(serverUrl, join(folder, 'password'));
  rmSync(folder, { recursive: true });
  return Object.assign(new URL(serverUrl), { username: embeddedSiteRole, password }).href;
};

/** Creates the databases that every test database is a copy of. */
const createTemplates = async (serverUrl: string) => {
  const urlOf = (name: string) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const run = (sql: string) => runSql(serverUrl, sql);
  const empty = `marquee_empty_${process.pid}`;
  const demo = `marquee_demo_${process.pid}`;
  await run(`create database ${empty}`);
  await prepareSchema({ ownerUrl: urlOf(empty), siteRole: embeddedSiteRole });
  await run(`create database ${demo} template ${empty}`);
  const database = openDatabase(urlOf(demo));
  await seedDemo(database.pool, { now: new Date() }).finally(database.close);
  // Each site stores its build, which is cheap if it is there.
  const storeOwnBuild = async () => {
    for (const name of [demo, empty]) {
      const { db, close } = openDatabase(urlOf(name));
      await storeBuild(db, readOwnBuild(buildDir)).finally(close);
    }
  };
  const drop = async () => {
    for (const name of [demo, empty]) await run(`drop database if exists ${name} with (force)`);
  };
  return { empty, demo, storeBuild: storeOwnBuild, drop };
};

const prepareDatabase = async (closing: AsyncDisposableStack) => {
  const server = await openServer();
  closing.defer(server.stop);
  const siteServerUrl = await createSiteRole(server.url);
  const templates = await createTemplates(server.url);
  closing.defer(templates.drop);
  return { server, siteServerUrl, templates };
};

/** Unpacks the browser in a process of its own, because that blocks. */
const prepareBrowser = async () => {
  const browser = JSON.stringify(import.meta.resolve('./browser.ts'));
  const program = `const { browserOptions } = await import(${browser}); browserOptions();`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
};

const prepare = async (closing: AsyncDisposableStack): Promise<Prepared> => {
  const parts = [prepareDatabase(closing), buildWeb(), prepareBrowser()] as const;
  // If one fails, what the others have opened must still be closed.
  await Promise.allSettled(parts);
  const [{ server, siteServerUrl, templates }] = await Promise.all(parts);
  await templates.storeBuild();
  return { serverUrl: server.url, siteServerUrl, emptyTemplate: templates.empty, demoTemplate: templates.demo };
};

/** Starts the set-up and doesn't wait for it: unit tests run meanwhile, and other files wait in prepared.ts. */
export default async function setUp(project: TestProject) {
  const closing = new AsyncDisposableStack();
  const preparing = prepare(closing);
  // Ends the run instead of failing each of the files that wait.
  preparing.catch((error) => {
    project.vitest.state.catchError(error, 'Set-up Error');
    return project.vitest.cancelCurrentRun('test-failure');
  });
  const listener = createServer(async (_request, response) => {
    try {
      response.end(JSON.stringify(await preparing));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  project.provide('setUpUrl', `http://127.0.0.1:${(listener.address() as AddressInfo).port}`);
  return async () => {
    listener.close();
    await preparing.catch(() => {}); // Reported above.
    await closing.disposeAsync();
  };
}
