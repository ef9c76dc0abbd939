/** `marquee seo-check` on a running site. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addVideo } from '../../support/catalogue.ts';
import { runCommand } from '../../support/running-site.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';

let site: TestSite;
const seoCheck = () =>
  runCommand(['seo-check', '--fast', '--url', site.url], {
    DATABASE_URL: site.sameDatabase.databaseUrl ?? '',
    DATABASE_OWNER_URL: site.sameDatabase.databaseOwnerUrl ?? '',
    DATA_DIR: site.config.dataDir,
    SITE_URL: site.config.siteUrl,
  });
beforeAll(async () => {
  site = await startTestSite({ rateLimit: 20 });
});
afterAll(() => site.stop());

it('prints what it finds by kind, fails then, and is in the list of checks', async () => {
  for (const title of ['Silver keys', 'SILVER KEYS']) await addVideo(site.database.db, { title });
  const { status, output } = await seoCheck();
  expect(output).toMatch(/^\d+ pages checked\.$/m);
  expect(output).toMatch(
    /^Pages with the same title: 1\n {2}\/video\/\d-silver-keys the same as \/video\/\d-silver-keys$/m,
  );
  expect(status).toBe(1);
  const checks = await site.database.db.selectFrom('seo_checks').select(['state', 'started_by']).execute();
  expect(checks).toEqual([{ state: 'finished', started_by: 'Command line' }]);
});

it('says so if no site answers', async () => {
  const { status, output } = await runCommand(['seo-check', '--url', 'http://127.0.0.1:9'], {
    DATA_DIR: site.config.dataDir,
  });
  expect(output).toContain('No site responds at http://127.0.0.1:9: start it with "marquee serve"');
  expect(status).toBe(1);
});
