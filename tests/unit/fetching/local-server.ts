import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net';
import { afterEach } from 'vitest';
import type { FetcherOptions } from '#domain/fetching/fetcher.ts';

const servers = new Map<Server | TcpServer, Set<Socket>>();

afterEach(async () => {
  for (const [server, sockets] of servers) {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  }
  servers.clear();
});

const listen = async (server: Server | TcpServer) => {
  const sockets = new Set<Socket>();
  servers.set(server, sockets);
  server.on('connection', (socket: Socket) => sockets.add(socket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A server until the end of the test. */
export const serve = (listener: RequestListener): Promise<string> => listen(createServer(listener));

/** One that writes whatever it likes, once it is asked something. */
export const serveBytes = (onRequest: (socket: Socket) => void): Promise<string> =>
  listen(
    createTcpServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', () => onRequest(socket));
    }),
  );

/** Names resolve to these, one after the other. */
export const resolving = (...answers: string[][]): NonNullable<FetcherOptions['lookup']> => {
  let asked = 0;
  return (_hostname, _options, callback) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
};
