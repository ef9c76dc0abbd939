import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { checkSockets } from './open-sockets.ts';

export interface ReadingSpeed {
  bytesPerSecond: number;
  /** Granted on top, for connections that stall for a moment. */
  graceMs: number;
}

/** What was unread at one moment has to be read by another. */
interface Deadline {
  sentBytes: number;
  at: number;
}

/** Bytes that the kernel has taken over. It takes a few hundred KB ahead of the client. */
const sentBytes = (socket: Socket) => socket.bytesWritten - socket.writableLength;

/**
 * Ends connections whose clients read more slowly than any network is: a byte now and then counts as activity for the
 * socket's timeout, so such a client could hold its response and its connection for days.
 */
export const endSlowReaders = (server: Server, { bytesPerSecond, graceMs }: ReadingSpeed, onEnd = () => {}) => {
  const deadlines = new WeakMap<Socket, Deadline>();
  checkSockets(server, (open) => {
    const now = performance.now();
    for (const socket of open) {
      const unread = socket.writableLength;
      const deadline = deadlines.get(socket);
      if (unread === 0) deadlines.delete(socket);
      else if (!deadline || sentBytes(socket) >= deadline.sentBytes)
        deadlines.set(socket, {
          sentBytes: sentBytes(socket) + unread,
          at: now + graceMs + (unread / bytesPerSecond) * 1000,
        });
      else if (now > deadline.at) {
        socket.destroy();
        onEnd();
      }
    }
  });
};
