import type { Server } from 'node:http';
import { checkSockets } from './open-sockets.ts';

/**
 * Bounds what responses take in memory while their clients don't read them. Beyond `maxBytes` for the whole process, the
 * connections that hold the most are ended.
 */
export const limitUnreadBytes = (server: Server, maxBytes: number, onEnd = () => {}) =>
  checkSockets(server, (open) => {
    let unread = 0;
    for (const socket of open) unread += socket.writableLength;
    if (unread <= maxBytes) return;
    const mostFirst = [...open].sort((one, other) => other.writableLength - one.writableLength);
    for (const socket of mostFirst) {
      if (unread <= maxBytes) return;
      unread -= socket.writableLength;
      socket.destroy();
      onEnd();
    }
  });
