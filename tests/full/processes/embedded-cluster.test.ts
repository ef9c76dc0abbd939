import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startEmbeddedCluster } from '#db/embedded-cluster.ts';
import { findPostmaster } from '#db/postmaster.ts';
import { cleanUpWhenGone } from '../../support/clean-up-when-gone.ts';

it('a server that is being restarted is gone once stop() resolves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-cluster-'));
  cleanUpWhenGone(folder);
  let restarting = () => {};
  const restarted = new Promise<void>((resolve) => {
    restarting = resolve;
  });
  const cluster = await startEmbeddedCluster(folder, { settings: { fsync: 'off' }, onRestart: restarting });
  process.kill(findPostmaster(join(folder, 'postgres'))?.pid ?? 0, 'SIGKILL');
  await restarted;
  await cluster.stop();
  const processes = execFileSync('ps', ['-A', '-o', 'command='], { encoding: 'utf8' }).split('\n');
  expect(processes.filter((command) => command.includes(`-D ${folder}`))).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});
