import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSlowReaders } from '#server/connections/guard-connections.ts';
import { connectWithoutReading } from '../../../support/raw-connection.ts';

/** More than the system holds between a server and a client that does not read. */
const bytes = 16 * 1024 * 1024;

/** Activity, but far below the speed that is asked for. */
const readALittle = (socket: Socket) => {
  const timer = setInterval(() => socket.read(1), 20);
  socket.once('close', () => clearInterval(timer));
  // A readable listener keeps the socket from flowing.
  socket.on('readable', () => {});
};

// Only the clock that measures speed: how fast this machine is must not decide who is slow.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('ends a connection whose client reads too slowly, and leaves others alone', async () => {
  const served: Socket[] = [];
  const server = createServer(({ socket }, response) => {
    served.push(socket);
    response.end(Buffer.alloc(bytes));
  });
  const onEnd = vi.fn();
  endSlowReaders(server, { bytesPerSecond: bytes, graceMs: 500 }, onEnd);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const slow = await connectWithoutReading(url, ['/']);
  readALittle(slow);
  await expect.poll(() => served).toHaveLength(1);
  const idle = await connectWithoutReading(url);
  const answer = await fetch(url);
  expect((await answer.arrayBuffer()).byteLength).toBe(bytes);
  await expect
    .poll(() => {
      vi.advanceTimersByTime(5000);
      return onEnd.mock.calls;
    })
    .toHaveLength(1);
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(served.map(({ destroyed }) => destroyed)).toEqual([true, false]);
  expect(idle.closed).toBe(false);
  for (const socket of [slow, idle]) socket.destroy();
  server.close();
});
