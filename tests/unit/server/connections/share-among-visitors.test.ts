import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { shareAmongVisitors } from '#server/connections/guard-connections.ts';
import { connectWithoutReading } from '../../../support/raw-connection.ts';

const maxInProgress = 4;

let url: string;
/** What the site works on, in the order in which it began; tests end the responses. */
const begun: { path: string; response: ServerResponse }[] = [];
const sockets: Socket[] = [];
const server = createServer();

beforeEach(async () => {
  server.on('request', ({ url: path = '' }, response) => begun.push({ path, response }));
  shareAmongVisitors(server, ({ socket }) => socket.remoteAddress ?? '');
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  begun.splice(0);
  server.removeAllListeners('request');
  server.close();
});

const request = async (path: string, ip: string) => {
  const socket = await connectWithoutReading(url, [path], ip);
  sockets.push(socket);
  return socket;
};
const requestMany = async (count: number, ip: string) => {
  for (let n = 0; n < count; n++) await request(`/${n}`, ip);
};
const paths = () => begun.map(({ path }) => path);

it('works on a few requests of a visitor at a time, and on those of others meanwhile', async () => {
  await requestMany(maxInProgress + 2, '127.0.0.1');
  await request('/other', '127.0.0.2');
  await expect.poll(paths).toContain('/other');
  expect(paths()).toEqual([...Array.from({ length: maxInProgress }, (_, n) => `/${n}`), '/other']);
  begun[0]?.response.end();
  await expect.poll(() => paths().at(-1)).toBe(`/${maxInProgress}`);
});

it('does not let pictures of the image proxy hold up the next page', async () => {
  for (let n = 0; n < maxInProgress + 2; n++) await request(`/picture/v${n}/320.webp`, '127.0.0.1');
  await request('/page', '127.0.0.1');
  await expect.poll(paths).toContain('/page');
  expect(paths()).toHaveLength(maxInProgress + 1);
});

it('passes over requests whose client has gone', async () => {
  await requestMany(maxInProgress, '127.0.0.1');
  const gone = await request('/gone', '127.0.0.1');
  await request('/next', '127.0.0.1');
  gone.destroy();
  const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  await expect.poll(connections).toBe(maxInProgress + 1);
  begun[0]?.response.end();
  await expect.poll(paths).toContain('/next');
  expect(paths()).not.toContain('/gone');
});

it('does not let responses that take long hold up the next', async () => {
  await requestMany(maxInProgress + 1, '127.0.0.1');
  await expect.poll(() => begun).toHaveLength(maxInProgress + 1);
});
