import { EventEmitter, once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { limitConnections } from '#server/connections/guard-connections.ts';
import { connectWithoutReading } from '../../../support/raw-connection.ts';

const maxConnections = 4;
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  vi.useRealTimers();
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

it('refuses connections of a visitor who opens them all the time, and of nobody else', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const server = new EventEmitter();
  const onRefuse = vi.fn();
  limitConnections(server as Server, { isUnlimited: (ip) => ip === '127.0.0.9', onRefuse });
  /** How many of these connections, each closed at once, are accepted. */
  const open = (remoteAddress: string, count: number) => {
    let accepted = 0;
    for (let n = 0; n < count; n++) {
      const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: vi.fn() });
      server.emit('connection', socket);
      if (socket.destroy.mock.calls.length === 0) accepted++;
      socket.emit('close');
    }
    return accepted;
  };
  expect(open('192.0.2.1', 600)).toBe(320);
  expect(onRefuse).toHaveBeenCalledTimes(280);
  expect(onRefuse).toHaveBeenLastCalledWith('new connections');
  vi.advanceTimersByTime(10_000);
  expect(open('192.0.2.1', 200)).toBe(160);
  expect(open('192.0.2.2', 200)).toBe(200);
  expect(open('127.0.0.9', 600)).toBe(600);
  vi.advanceTimersByTime(3_600_000);
  expect(open('192.0.2.1', 600)).toBe(320);
});
