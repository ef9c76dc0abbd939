import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { findPostmaster } from '#db/postmaster.ts';
import { signIn } from './back-office.ts';
import { connectionsOf } from './database-connections.ts';
import { startFaultSite, untilReady } from './fault-site.ts';
import { describeOutcomes, interruptRepeatedly } from './interrupted-writes.ts';
import { describeTimes, report } from './report.ts';

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Kills a process of PostgreSQL at each step of a write, again and again. `findPid` gets the server's process id. */
export const interruptDatabase = async (victim: string, findPid: (server: number) => number) => {
  const site = await startFaultSite({ RATE_LIMIT: '0' });
  const times: number[] = [];
  const outcomes = await interruptRepeatedly(await signIn(site.url), () => {
    // Found beforehand, so that the kill comes at its moment.
    const server = findPostmaster(join(site.dataDir, 'postgres'))?.pid ?? 0;
    const pid = findPid(server);
    const connections = connectionsOf(server);
    const kill = async () => {
      const killedAt = performance.now();
      process.kill(pid, 'SIGKILL');
      // Until the server has noticed and ended its connections, the site is still ready: what it answers then is from before.
      while ([pid, ...connections].some(isAlive)) await pause(1);
      times.push(await untilReady(site.url, killedAt));
    };
    return { kill };
  });
  await site.stop();
  report(`kill -9 of PostgreSQL, ${victim}`, `${describeOutcomes(outcomes)}; ${describeTimes(times)}`);
  expect(outcomes.flatMap(({ problems }) => problems)).toEqual([]);
};
