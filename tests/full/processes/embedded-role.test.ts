import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { openServer } from '#db/open-server.ts';
import { embeddedSiteRole } from '#db/site-role.ts';
import { cleanUpWhenGone } from '../../support/clean-up-when-gone.ts';

it('the embedded server has the site’s role, also in a data folder of an earlier version, and keeps its password', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-roles-'));
  cleanUpWhenGone(dataDir);
  const passwordFile = join(dataDir, 'postgres-site.password');
  const open = () => openServer({ databaseUrl: undefined, dataDir }, { settings: { fsync: 'off' } });
  const userOf = async (url: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('select current_user as user');
    await client.end();
    return rows[0].user;
  };

  const first = await open();
  expect([await userOf(first.url), await userOf(first.ownerUrl)]).toEqual([embeddedSiteRole, 'marquee']);
  expect(statSync(passwordFile).mode & 0o777).toBe(0o600);
  const password = readFileSync(passwordFile, 'utf8');
  await first.stop();
  const second = await open();
  expect(readFileSync(passwordFile, 'utf8')).toBe(password);
  expect(await userOf(second.url)).toBe(embeddedSiteRole);
  // As an earlier version left it.
  rmSync(passwordFile);
  const owner = new pg.Client({ connectionString: second.ownerUrl });
  await owner.connect();
  await owner.query(`drop role ${embeddedSiteRole}`);
  await owner.end();
  await second.stop();
  const third = await open();
  expect(await userOf(third.url)).toBe(embeddedSiteRole);
  await third.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
