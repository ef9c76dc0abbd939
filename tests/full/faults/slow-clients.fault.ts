/** Clients that send their headers or body, or read their response, a byte at a time. */
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enlargeFile, largeFile } from '../../support/large-file.ts';
import { findSitePid } from '../../support/running-site.ts';
import { type FaultSite, startFaultSite } from './support/fault-site.ts';
import { report } from './support/report.ts';
import { startVisitor } from './support/visitor.ts';

const clients = 100;

let site: FaultSite;
beforeAll(async () => {
  site = await startFaultSite();
  await enlargeFile(site);
});
afterAll(() => site.stop());

const post =
  'POST /api/adminlogin HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n';
const get = `GET ${largeFile} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n`;

/** Open connections of the site: a client that doesn't read cannot tell whether its own is closed. */
const openSockets = (pid: number) =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:');
    } catch {
      return false;
    }
  }).length;

const slowness: Record<string, { ip: string; start: string; everySecond: (socket: Socket) => void }> = {
  headers: { ip: '127.0.4.1', start: 'GET / HTTP/1.1\r\nX-Slow: ', everySecond: (socket) => socket.write('x') },
  body: { ip: '127.0.4.2', start: post, everySecond: (socket) => socket.write(' ') },
  // Enough to count as activity, and far too little to be somebody's network.
  reading: { ip: '127.0.4.3', start: get, everySecond: (socket) => socket.read(500) },
};

it.each(Object.entries(slowness))('slow %s', async (what, { ip, start, everySecond }) => {
  const pid = findSitePid(site) ?? 0;
  const before = openSockets(pid);
  const sockets = Array.from({ length: clients }, () => {
    const socket = connect({ port: Number(new URL(site.url).port), host: '127.0.0.1', localAddress: ip });
    // A readable listener keeps the socket from flowing.
    socket.on('readable', () => {}).on('error', () => {});
    socket.write(start);
    return socket;
  });
  await expect.poll(() => openSockets(pid)).toBeGreaterThanOrEqual(before + clients / 2);
  const startedAt = performance.now();
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) everySecond(socket);
  }, 1000);
  const visitor = startVisitor(site.url);
  // The visitor has a connection now and then, and the pool may have grown by a few.
  await expect.poll(() => openSockets(pid) - before, { interval: 200 }).toBeLessThan(clients / 10);
  clearInterval(timer);
  const seconds = (performance.now() - startedAt) / 1000;
  const { failed, figures } = await visitor.stop();
  for (const socket of sockets) socket.destroy();
  report(`${clients} clients with slow ${what}`, `ended after ${seconds.toFixed(0)} s; ${figures}`);
  expect(failed).toBe(0);
  expect(findSitePid(site)).toBe(pid);
});
