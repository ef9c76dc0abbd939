/** The machine's clock is set by a day, forward and back. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { findSitePid } from '../../support/running-site.ts';
import { addPost, signIn } from './support/back-office.ts';
import { startFaultSite } from './support/fault-site.ts';
import { report } from './support/report.ts';
import { statusOf } from './support/visitor.ts';

const shim = pathToFileURL(join(import.meta.dirname, 'support/shifted-clock.mjs')).href;

it('goes on serving, writing and showing what was written', async () => {
  const site = await startFaultSite({ NODE_OPTIONS: `--import=${shim}` });
  const pid = findSitePid(site) ?? 0;
  let api = await signIn(site.url);
  await addPost(api, 'before');
  const shown = async () => (await fetch(`${site.url}/new-content`)).text();
  expect(await shown()).toContain('before');
  for (const jump of ['ahead', 'behind', 'right']) {
    process.kill(pid, 'SIGUSR2');
    const { status } = await api('GET', '/admin/me');
    // A session ends after 12 hours without a request, and the clock says that a day has passed.
    if (jump === 'ahead') {
      expect(status).toBe(401);
      api = await signIn(site.url);
    } else expect(status).toBe(200);
    const post = await addPost(api, `clock${jump}`);
    await expect.poll(shown).toContain(`clock${jump}`);
    expect((await api('PUT', `/updatepost/${post._id}`, { titel: `clock${jump}changed` })).status).toBe(200);
    await expect.poll(shown).toContain(`clock${jump}changed`);
    for (const path of ['/', '/sitemap.xml', '/sitemap-pages.xml', '/new-content.rss', '/readyz'])
      expect(await statusOf(site.url + path), path).toBe(200);
  }
  expect(findSitePid(site)).toBe(pid);
  await site.stop();
  report(
    'clock set by a day, ahead and behind',
    'nothing lost; admins are signed out a day ahead, since sessions end after 12 idle hours',
  );
});
