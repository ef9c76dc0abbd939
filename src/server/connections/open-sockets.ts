import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const checkEveryMs = 1000;

/** Calls `check` with all open connections every second, until the server closes. */
export const checkSockets = (server: Server, check: (open: Set<Socket>) => void) => {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const timer = setInterval(() => check(open), checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
};
