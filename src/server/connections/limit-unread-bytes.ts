import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const checkEveryMs = 1000;

/**
 * Bounds what responses take in memory while their clients don't read them. Beyond `maxBytes` for the whole process, the
 * connections that hold the most are ended.
 */
export const limitUnreadBytes = (server: Server, maxBytes: number) => {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });

  const check = () => {
    let unread = 0;
    for (const socket of open) unread += socket.writableLength;
    if (unread <= maxBytes) return;
    const mostFirst = [...open].sort((one, other) => other.writableLength - one.writableLength);
    for (const socket of mostFirst) {
      if (unread <= maxBytes) return;
      unread -= socket.writableLength;
      socket.destroy();
    }
  };
  const timer = setInterval(check, checkEveryMs).unref();
  server.once('close', () => clearInterval(timer));
};
