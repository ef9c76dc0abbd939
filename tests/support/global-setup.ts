import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#db/database.ts';
import { startEmbeddedCluster } from '#db/embedded-cluster.ts';
import { migrate } from '#db/migrate.ts';
import { seedDemo } from '#domain/demo/seed-demo.ts';
import { buildWeb } from '#server/web-build.ts';
import { browserOptions } from './browser.ts';
import { cleanUpWhenGone } from './clean-up-when-gone.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server that test databases are made on, and the databases that they are copies of. */
    serverUrl: string;
    /** Migrated and empty. */
    emptyTemplate: string;
    /** The same with the demo catalogue. */
    demoTemplate: string;
  }
}

/** A server for this run alone, unless DATABASE_URL names one; never the one in DATA_DIR. */
const openServer = async () => {
  const outside = process.env.DATABASE_URL;
  if (outside) return { url: outside, stop: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'marquee-test-'));
  cleanUpWhenGone(folder);
  const cluster = await startEmbeddedCluster(folder, {
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  return { url: cluster.url('postgres'), stop: cluster.stop };
};

export default async function setUp(project: TestProject) {
  await buildWeb();
  browserOptions();
  const server = await openServer();
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  const urlOf = (name: string) => {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url.href;
  };
  const emptyTemplate = `marquee_empty_${process.pid}`;
  const demoTemplate = `marquee_demo_${process.pid}`;
  await run(`create database ${emptyTemplate}`);
  await migrate(urlOf(emptyTemplate));
  await run(`create database ${demoTemplate} template ${emptyTemplate}`);
  const demo = openDatabase(urlOf(demoTemplate));
  await seedDemo(demo.pool, { now: new Date() }).finally(demo.close);
  project.provide('serverUrl', server.url);
  project.provide('emptyTemplate', emptyTemplate);
  project.provide('demoTemplate', demoTemplate);
  return async () => {
    for (const name of [demoTemplate, emptyTemplate]) await run(`drop database if exists ${name} with (force)`);
    await server.stop();
  };
}
