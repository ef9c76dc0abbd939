import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../support/database.ts';
import { startUnsupervised } from '../../support/running-site.ts';

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
  // Rendered, cached and called: each is the last response of its connection, so that nothing is sent on it too late.
  for (const path of ['/tags', '/tags', '/api/tags']) {
    const { status, headers } = await fetch(site.url + path);
    expect([status, headers.get('connection')], path).toEqual([200, 'close']);
  }
  expect(await site.exit).toBe(0);
});
