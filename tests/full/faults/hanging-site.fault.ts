/** The site hangs: it runs, but answers nothing. */
import { expect, it } from 'vitest';
import { findSitePid, sitePidOf } from '../../support/running-site.ts';
import { startFaultSite, untilReady } from './support/fault-site.ts';
import { describeTimes, report } from './support/report.ts';

it('is killed and restarted by its supervisor', async () => {
  const site = await startFaultSite();
  const pid = sitePidOf(site);
  const stoppedAt = performance.now();
  process.kill(pid, 'SIGSTOP');
  const ms = await untilReady(site.url, stoppedAt);
  expect(findSitePid(site)).not.toBe(pid);
  expect(site.output()).toContain('the site hangs and is being killed');
  await site.stop();
  report('a site that hangs', describeTimes([ms]));
});
