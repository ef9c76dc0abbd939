import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startTestSite } from '../support/site.ts';

it('does not wait for a request on a connection that was only opened ahead of time', async () => {
  const site = await startTestSite();
  const connected = once(site.app.server, 'connection') as Promise<[Socket]>;
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  const [accepted] = await connected;
  let hasTimedOut = false;
  accepted.on('timeout', () => {
    hasTimedOut = true;
  });
  const closed = once(socket, 'close');
  await site.stop();
  await closed;
  expect(hasTimedOut).toBe(false);
});

/** A site that has begun to stop after the first part of a request has arrived, so that its connection is not idle. */
const stopDuringRequest = async (firstPart: string) => {
  const site = await startTestSite();
  let stopped: Promise<void> | undefined;
  onTestFinished(() => (stopped ??= site.stop()));
  const connected = once(site.app.server, 'connection') as Promise<[Socket]>;
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(firstPart);
  const [accepted] = await connected;
  await expect.poll(() => accepted.bytesRead).toBe(firstPart.length);
  stopped = site.stop();
  await expect.poll(() => site.app.server.listening).toBe(false);
  /** Sends the rest, and returns the response when the site has closed the connection. */
  const finish = async (rest: string) => {
    socket.write(rest);
    await once(socket, 'close');
    return Buffer.concat(chunks).toString().toLowerCase();
  };
  return { finish, stopped };
};

it('answers a request that arrives on an open connection while the site stops', async () => {
  const { finish } = await stopDuringRequest('GET /api/tags HTTP/1.1\r\nHost: localhost\r\n');
  const response = await finish('\r\n');
  expect(response).toMatch(/^http\/1.1 200 /);
  expect(response).toContain('connection: close');
});

it('does not wait for another request on a connection that it was answering when it began to stop', async () => {
  const headers = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n';
  const { finish, stopped } = await stopDuringRequest(`POST /api/adminlogin HTTP/1.1\r\n${headers}`);
  const response = await finish('{}');
  expect(response).toMatch(/^http\/1.1 400 /);
  expect(response).toContain('connection: close');
  await stopped;
});
