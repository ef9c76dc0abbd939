import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Config, readConfig } from '#server/config.ts';
import { type Site, type StartOptions, startSite } from '#server/start.ts';
import { silentSteps } from '#server/steps.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { prepared } from './prepared.ts';

export interface TestSite extends Site {
  database: TestDatabase['database'];
  /** For tests that change the schema to make something fail. */
  owner: TestDatabase['owner'];
  /** For another site on the same database. */
  sameDatabase: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl'>;
  config: Config;
  stop: () => Promise<void>;
}

/** No test depends on the internet: pictures of other hosts cannot be fetched. */
const noHosts: StartOptions['lookup'] = (hostname, _options, callback) =>
  callback(Object.assign(new Error(`${hostname} is not looked up in tests`), { code: 'ENOTFOUND' }), []);

/**
 * Starts the production site on its own database and a free port, by default without a rate limit, jobs, and threads of
 * its own for pages: hundreds of these start in one run. `seedDemo` copies the demo catalogue, which is seeded once for all test files.
 */
export const startTestSite = async (
  overrides: Partial<Config> = {},
  options: Partial<
    Pick<StartOptions, 'logger' | 'pageSource' | 'dns' | 'lookup' | 'runsJobs' | 'heartbeatEveryMs'>
  > = {},
): Promise<TestSite> => {
  const test = await createTestDatabase(overrides.seedDemo ? prepared.demoTemplate : prepared.emptyTemplate);
  const sameDatabase = { databaseUrl: test.url, databaseOwnerUrl: test.ownerUrl };
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-site-'));
  const config: Config = {
    ...readConfig({}),
    port: 0,
    dataDir,
    ...sameDatabase,
    seedDemo: false,
    rateLimit: 0,
    renderThreads: 0,
    metricsPort: 0,
    logLevel: 'silent',
    adminEmail: 'owner@example.com',
    adminPassword: 'a long test password',
    ...overrides,
  };
  const site = await startSite({
    config,
    logger: pino({ level: config.logLevel }),
    step: silentSteps,
    lookup: noHosts,
    runsJobs: false,
    ...options,
  });
  const stop = async () => {
    await site.stop();
    await test.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...site, owner: test.owner, config, sameDatabase, stop };
};
