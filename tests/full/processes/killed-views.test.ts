import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { createTestDatabase } from '../../support/database.ts';
import { sitePidOf, startProcess } from '../../support/running-site.ts';

it('views that were confirmed survive a kill under load', async () => {
  const test = await createTestDatabase();
  onTestFinished(test.drop);
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-killed-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const site = await startProcess({
    DATABASE_URL: test.url,
    DATABASE_OWNER_URL: test.ownerUrl,
    DATA_DIR: dataDir,
    SEED_DEMO: 'false',
    RATE_LIMIT: '0',
    TRUST_PROXY: 'loopback',
  });
  const { db } = test.database;
  const ids = await Promise.all(Array.from({ length: 20 }, () => addVideo(db)));
  const pid = sitePidOf(site);
  let answered = 0;
  let requested = 0;
  const visitor = async () => {
    for (;;) {
      const id = ids[++requested % ids.length];
      // Each from a visitor of its own: further views of one would not be counted.
      const headers = { 'x-forwarded-for': `10.0.${(requested >> 8) & 255}.${requested & 255}` };
      const url = `${site.url}/api/updateviews/${id}`;
      const response = await fetch(url, { method: 'POST', headers }).catch(() => undefined);
      if (response?.status !== 200) return;
      answered += 1;
      if (answered === 1000) process.kill(pid, 'SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 50 }, visitor));
  site.process.kill('SIGTERM');
  await site.exit;
  expect(answered).toBeGreaterThanOrEqual(1000);
  const { total } = await db
    .selectFrom('video_views')
    .select(({ fn }) => fn.sum<number>('total').as('total'))
    .executeTakeFirstOrThrow();
  expect(Number(total)).toBeGreaterThanOrEqual(answered);
  expect(Number(total)).toBeLessThanOrEqual(requested);
});
