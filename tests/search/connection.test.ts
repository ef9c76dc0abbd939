import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { connect } from '#domain/search/sync/connections.ts';
import { prepared } from '../support/prepared.ts';

test('aborting while it connects to the database rejects', async () => {
  const controller = new AbortController();
  const connecting = connect(prepared.serverUrl, controller.signal, 0);
  controller.abort();
  await expect(connecting).rejects.toThrow('The connection to the database was closed');
});

test('aborting while it waits for an answer of the server rejects, and closes the connection', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const controller = new AbortController();
  const { port } = server.address() as AddressInfo;
  const connecting = connect(`postgres://nobody@127.0.0.1:${port}/none`, controller.signal, 0);
  const [socket] = await accepted;
  const closed = once(socket.resume(), 'close');
  controller.abort();
  await expect(connecting).rejects.toThrow('The connection to the database was closed');
  await closed;
  server.close();
});
