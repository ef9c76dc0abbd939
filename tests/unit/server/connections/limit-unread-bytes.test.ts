import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it } from 'vitest';
import { limitUnreadBytes } from '#server/connections/guard-connections.ts';
import { connectWithoutReading } from '../../../support/raw-connection.ts';

const megabyte = 1024 * 1024;

it('ends the connections that hold the most once too many bytes are unread', async () => {
  const sizes: Record<string, number> = { '/large': 40 * megabyte, '/small': 20 * megabyte };
  const server = createServer(({ url = '' }, response) => response.end(Buffer.alloc(sizes[url] ?? 0)));
  limitUnreadBytes(server, 50 * megabyte);
  const open = new Map<string, Socket>();
  server.on('request', ({ url = '', socket }) => open.set(url, socket));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sockets = [await connectWithoutReading(url, ['/small']), await connectWithoutReading(url, ['/large'])];

  await expect.poll(() => open.get('/large')?.destroyed).toBe(true);
  expect(open.get('/small')?.destroyed).toBe(false);
  for (const socket of sockets) socket.destroy();
  server.close();
});
