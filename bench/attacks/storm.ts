import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { connectWithoutReading } from '../../tests/support/raw-connection.ts';
import type { BenchSite } from '../support/site-of-size.ts';
import { type Attack, idleFiles, nextIp } from './attack.ts';

const stormSeconds = 60;
const [ips, connectionsEach, requestsEach] = [10, 200, 200];
const target = { maxMemoryMb: 600, visitors: { p95Ms: 200, longestMs: 1000 } };

/** Connects, sends all requests at once, reads nothing and comes back, until the time is over. */
const pipelineAgainAndAgain = async (site: BenchSite, ip: string, holdMs: number, until: number) => {
  const paths = Array<string>(requestsEach).fill('/');
  while (performance.now() < until) {
    const socket = await connectWithoutReading(site.url, paths, ip).catch(() => undefined);
    await pause(holdMs);
    socket?.destroy();
  }
};

/** Keeps one core busy, as another program on the same machine would. */
const startBusyLoop = () =>
  new Worker(`const end = Date.now() + ${2 * stormSeconds * 1000}; while (Date.now() < end);`, { eval: true });

const storm = (name: string, holdMs: number): Attack => ({
  name,
  maxFiles: idleFiles + 2 * ips * connectionsEach,
  ...target,
  run: async (site) => {
    const loop = startBusyLoop();
    const until = performance.now() + stormSeconds * 1000;
    const attackers = Array.from({ length: ips }, nextIp).flatMap((ip) => Array<string>(connectionsEach).fill(ip));
    await Promise.all(attackers.map((ip) => pipelineAgainAndAgain(site, ip, holdMs, until)));
    await loop.terminate();
    return [];
  },
});

/** Beside a busy loop on one core: 2,000 connections of 10 IPs that each send 200 requests and reconnect. */
export const storms: Attack[] = [
  storm('storm of pipelined requests, back every 4 s', 4000),
  storm('storm of pipelined requests, back at once', 200),
];
