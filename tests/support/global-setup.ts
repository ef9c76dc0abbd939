import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedCluster } from '#db/embedded-cluster.ts';
import { migrate } from '#db/migrate.ts';
import { buildWeb } from '#server/web-build.ts';
import { unpackBrowser } from './browser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server that test databases are made on, and the migrated database that they are copies of. */
    serverUrl: string;
    templateName: string;
  }
}

/** A server for this run alone, unless DATABASE_URL names one; never the one in DATA_DIR. */
const openServer = async () => {
  const outside = process.env.DATABASE_URL;
  if (outside) return { url: outside, stop: async () => {} };
  const folder = mkdtempSync(join(tmpdir(), 'marquee-test-'));
  const cluster = await startEmbeddedCluster(folder, {
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  const stop = async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: cluster.url('postgres'), stop };
};

export default async function setUp(project: TestProject) {
  await buildWeb();
  unpackBrowser();
  const server = await openServer();
  const templateName = `marquee_template_${process.pid}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await run(`create database ${templateName}`);
  const templateUrl = new URL(server.url);
  templateUrl.pathname = `/${templateName}`;
  await migrate(templateUrl.href);
  project.provide('serverUrl', server.url);
  project.provide('templateName', templateName);
  return async () => {
    await run(`drop database if exists ${templateName} with (force)`);
    await server.stop();
  };
}
