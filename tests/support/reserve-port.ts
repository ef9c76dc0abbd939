import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

/**
 * A port for a program that cannot choose one itself, or that is started again on the same one. For a minute nobody else is given
 * it: a connection that was ended on the side of the server still occupies it, except for those who ask for this very port.
 */
export const reservePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, 'connection');
  const client = connect(port, '127.0.0.1');
  const [socket] = await accepted;
  const ended = [once(socket, 'close'), once(client, 'close')];
  // Whoever ends it first keeps the port in TIME_WAIT.
  socket.end();
  client.resume();
  await Promise.all(ended);
  await once(server.close(), 'close');
  return port;
};
