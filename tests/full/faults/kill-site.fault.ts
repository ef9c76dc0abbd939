/** kill -9 of the site at each step of a write. */
import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startEmbeddedCluster } from '#db/embedded-cluster.ts';
import { findSitePid, startUnsupervised } from '../../support/running-site.ts';
import { signIn } from './support/back-office.ts';
import { siteSettings, startFaultSite, temporaryFolder, untilReady } from './support/fault-site.ts';
import { describeOutcomes, interruptRepeatedly } from './support/interrupted-writes.ts';
import { describeTimes, report } from './support/report.ts';

it('loses nothing that was acknowledged', async () => {
  const dataDir = temporaryFolder();
  const cluster = await startEmbeddedCluster(dataDir);
  const env = { ...(await siteSettings(dataDir)), RATE_LIMIT: '0', DATABASE_URL: cluster.url('postgres') };
  // Without the supervisor, whose growing pauses would make this take half an hour.
  let site = await startUnsupervised(env);
  const api = await signIn(site.url);
  const times: number[] = [];
  const kill = async () => {
    const killedAt = performance.now();
    site.process.kill('SIGKILL');
    await site.exit;
    site = await startUnsupervised(env);
    times.push(await untilReady(site.url, killedAt));
  };
  const outcomes = await interruptRepeatedly(api, () => ({ kill }));
  site.process.kill('SIGTERM');
  await site.exit;
  await cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
  report('kill -9 of the site', `${describeOutcomes(outcomes)}; ${describeTimes(times)}`);
  expect(outcomes.flatMap(({ problems }) => problems)).toEqual([]);
});

it('is restarted by its supervisor', async () => {
  const site = await startFaultSite();
  const times: number[] = [];
  for (let n = 0; n < 3; n++) {
    const pid = findSitePid(site);
    if (pid === undefined) throw new Error('The site is not running');
    const killedAt = performance.now();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => findSitePid(site)).not.toBe(pid);
    times.push(await untilReady(site.url, killedAt));
  }
  await site.stop();
  report('kill -9 of the site, restarted by its supervisor', describeTimes(times));
});
