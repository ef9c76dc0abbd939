import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { limitConnections } from '#server/connections/guard-connections.ts';
import { connectWithoutReading } from '../../../support/raw-connection.ts';

const maxConnections = 4;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

it('closes the oldest connection of whoever has the most when there is no room for another', async () => {
  const server = createServer();
  const onEvict = vi.fn();
  limitConnections(server, { maxConnections, isUnlimited: () => false, onEvict });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connect = async (ip: string) => {
    const socket = await connectWithoutReading(url, [], ip);
    socket.resume();
    sockets.push(socket);
    return socket;
  };
  const visitor = await connect('127.0.0.2');
  const [oldest, ...others] = [await connect('127.0.0.3'), await connect('127.0.0.3'), await connect('127.0.0.3')];
  expect(onEvict).not.toHaveBeenCalled();
  const next = await connect('127.0.0.4');
  await once(oldest as Socket, 'close');
  expect([visitor, ...others, next].map(({ closed }) => closed)).toEqual([false, false, false, false]);
  next.destroy();
  const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
  await expect.poll(connections).toBe(maxConnections - 1);
  await connect('127.0.0.3');
  expect(onEvict).toHaveBeenCalledTimes(1);
  server.close();
});
