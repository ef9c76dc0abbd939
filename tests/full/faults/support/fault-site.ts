import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { reservePort } from '../../../support/reserve-port.ts';
import { type RunningSite, startProcess } from '../../../support/running-site.ts';

export const admin = { email: 'owner@example.com', password: 'a long test password' };

export interface FaultSite extends RunningSite {
  dataDir: string;
  stop: () => Promise<void>;
}

/** Settings that keep their meaning when the site is started again. */
export const siteSettings = async (dataDir: string) => ({
  DATA_DIR: dataDir,
  PORT: String(await reservePort()),
  SEED_DEMO: 'false',
  LOG_LEVEL: 'error',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
});

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'marquee-fault-'));

/** The site with its supervisor and PostgreSQL, on an empty data folder of its own. */
export const startFaultSite = async (
  env: Record<string, string> = {},
  dataDir = temporaryFolder(),
): Promise<FaultSite> => {
  const site = await startProcess({ ...(await siteSettings(dataDir)), ...env });
  if (site.url === '') throw new Error(`The site did not start:\n${site.output()}`);
  const stop = async () => {
    site.process.kill('SIGTERM');
    await site.exit;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...site, dataDir, stop };
};

const isReady = async (url: string) => {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
  return answer?.status === 200;
};

/** Waits until the site can serve requests; returns how many milliseconds that took. */
export const untilReady = async (url: string, since = performance.now()): Promise<number> => {
  while (!(await isReady(url))) await pause(20);
  return performance.now() - since;
};
