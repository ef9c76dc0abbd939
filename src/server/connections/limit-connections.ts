import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ipNetwork } from '#domain/ip-network.ts';

/** Browsers open six each; several visitors may share an IP. */
const maxPerNetwork = 256;
/** An idle connection takes some 10 KB and a file descriptor. */
const maxConnections = 10_000;

export interface ConnectionLimitOptions {
  /** A proxy's connections carry many visitors, so they count only towards the limit of the process. */
  isUnlimited: (ip: string) => boolean;
}

/** Closes connections beyond what one visitor needs, before a byte of them is read. */
export const limitConnections = (server: Server, { isUnlimited }: ConnectionLimitOptions) => {
  const openByNetwork = new Map<string, number>();
  server.maxConnections = maxConnections;

  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress: ip } = socket;
    // Without an IP, the visitor has gone already.
    if (ip === undefined || isUnlimited(ip)) return;
    const network = ipNetwork(ip);
    const open = openByNetwork.get(network) ?? 0;
    if (open >= maxPerNetwork) {
      socket.destroy();
      return;
    }
    openByNetwork.set(network, open + 1);
    socket.once('close', () => {
      const left = (openByNetwork.get(network) ?? 1) - 1;
      if (left > 0) openByNetwork.set(network, left);
      else openByNetwork.delete(network);
    });
  });
};
