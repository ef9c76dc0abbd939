/** 10,000 connections that say nothing. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { findSitePid } from '../../support/running-site.ts';
import { startFaultSite } from './support/fault-site.ts';
import { report } from './support/report.ts';
import { startVisitor } from './support/visitor.ts';

const ips = 40;
const perIp = 250;

const open = async (port: number, localAddress: string) => {
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  return socket;
};

const memoryMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

it('leaves room for visitors, and ends the idle ones', async () => {
  const site = await startFaultSite();
  const pid = findSitePid(site) ?? 0;
  const before = memoryMb(pid);
  const startedAt = performance.now();
  const visitor = startVisitor(site.url);
  const sockets: Socket[] = [];
  for (let ip = 1; ip <= ips; ip++)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: perIp }, () => open(Number(new URL(site.url).port), `127.0.3.${ip}`)),
      )),
    );
  const opened = sockets.filter(({ closed }) => !closed).length;
  const during = memoryMb(pid);
  await expect.poll(() => sockets.filter(({ closed }) => !closed).length).toBe(0);
  const seconds = (performance.now() - startedAt) / 1000;
  const { failed, figures } = await visitor.stop();
  expect(findSitePid(site)).toBe(pid);
  await site.stop();
  report(
    '10,000 idle connections',
    `${opened} open at once, ${before.toFixed(0)} → ${during.toFixed(0)} MB; ${figures}; all ended after ${seconds.toFixed(0)} s`,
  );
  expect(failed).toBe(0);
});
