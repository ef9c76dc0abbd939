/** The site as its operator starts it: a process with its own PostgreSQL. full/processes has all that can happen to it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findPostmaster } from '#db/postmaster.ts';
import { startProcess } from '../support/running-site.ts';

it('starts, shows the first admin, serves, and stops with nothing left behind', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee data '));
  const site = await startProcess({ DATA_DIR: dataDir, SEED_DEMO: 'false' });
  expect(site.output()).toMatch(/Main admin +\S+@\S+\n +Password +\S{24}/);
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  const home = await fetch(site.url);
  expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('<h1')]);
  expect(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).not.toBe('');
  site.process.kill('SIGTERM');
  expect(await site.exit).toBe(0);
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
  rmSync(dataDir, { recursive: true, force: true });
});
