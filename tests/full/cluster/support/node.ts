import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { findSitePid, type RunningSite, startProcess } from '../../../support/running-site.ts';
import { siteSettings, temporaryFolder } from '../../faults/support/fault-site.ts';

/** A machine that runs `marquee serve`, with a data folder and a port that it keeps. */
export interface ClusterNode {
  name: string;
  port: number;
  url: string;
  dataDir: string;
  start: () => Promise<void>;
  /** kill -9 of the site and its supervisor. */
  kill: () => Promise<void>;
  /** SIGTERM */
  stop: () => Promise<void>;
  /** What it has printed since its last start. */
  output: () => string;
  /** Stops it and removes its data. */
  remove: () => Promise<void>;
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });

export const createNode = async (name: string, env: Record<string, string>): Promise<ClusterNode> => {
  const dataDir = temporaryFolder();
  const settings = { ...(await siteSettings(dataDir)), NODE_NAME: name, ...env };
  const port = Number(settings.PORT);
  let site: RunningSite | undefined;

  const start = async () => {
    site = await startProcess(settings);
    if (site.url === '') throw new Error(`${name} did not start:\n${site.output()}`);
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!site) return;
    const sitePid = findSitePid(site);
    site.process.kill(signal);
    if (signal === 'SIGKILL' && sitePid !== undefined) process.kill(sitePid, signal);
    await site.exit;
    // After SIGKILL the site is nobody's child, whose end could be waited for.
    while (await accepts(port)) await pause(5);
    site = undefined;
  };

  return {
    name,
    port,
    url: `http://127.0.0.1:${port}`,
    dataDir,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    output: () => site?.output() ?? '',
    remove: async () => {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
