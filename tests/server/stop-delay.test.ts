import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { startUnsupervised } from '../support/running-site.ts';

it('a site that is asked to stop says so in /readyz, and serves until the load balancer has noticed', async () => {
  const test = await createTestDatabase();
  onTestFinished(test.drop);
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-stopping-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const site = await startUnsupervised({
    DATABASE_URL: test.url,
    DATABASE_OWNER_URL: test.ownerUrl,
    DATA_DIR: dataDir,
    SEED_DEMO: 'false',
    PORT: '0',
    STOP_DELAY: '3',
  });
  const readiness = async () => (await fetch(`${site.url}/readyz`)).json();
  expect(await readiness()).toMatchObject({ status: 'ready' });
  site.process.kill('SIGTERM');
  await expect.poll(readiness, { interval: 20 }).toMatchObject({ status: 'stopping' });
  expect((await fetch(`${site.url}/tags`)).status).toBe(200);
  expect(await site.exit).toBe(0);
});
