import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { ipNetwork } from '#domain/ip.ts';

/** Browsers open six each; several visitors may share an IP. */
const maxPerNetwork = 256;

export interface ConnectionLimitOptions {
  /** An idle connection takes some 10 KB and a file descriptor. */
  maxConnections?: number;
  /** A proxy's connections carry many visitors, so they count only towards the limit of the process. */
  isUnlimited: (ip: string) => boolean;
  /** Called when a visitor has too many connections to get another one. */
  onRefuse?: () => void;
  /** Called when a connection is closed to make room. */
  onEvict?: () => void;
}

/**
 * Refuses connections beyond what one visitor needs, before a byte of them is read. When the process has as many as it
 * can take, the oldest of whoever has the most gives way: refusing instead would let idle connections from a few dozen
 * IPs keep all visitors out.
 */
export const limitConnections = (server: Server, options: ConnectionLimitOptions) => {
  const { maxConnections = 10_000, isUnlimited, onRefuse, onEvict } = options;
  const openByNetwork = new Map<string, Set<Socket>>();
  let openCount = 0;

  const remove = (network: string, socket: Socket) => {
    const open = openByNetwork.get(network);
    if (!open?.delete(socket)) return;
    openCount--;
    if (open.size === 0) openByNetwork.delete(network);
  };

  const evictOne = () => {
    let [largest] = openByNetwork;
    for (const entry of openByNetwork) if (entry[1].size > (largest?.[1].size ?? 0)) largest = entry;
    if (!largest) return;
    const [network, open] = largest;
    const [oldest] = open;
    if (!oldest) return;
    remove(network, oldest);
    oldest.destroy();
    onEvict?.();
  };

  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress: ip } = socket;
    // Without an IP, the visitor has gone already.
    if (ip === undefined) return;
    const network = ipNetwork(ip);
    if ((openByNetwork.get(network)?.size ?? 0) >= maxPerNetwork && !isUnlimited(ip)) {
      socket.destroy();
      onRefuse?.();
      return;
    }
    if (openCount >= maxConnections) evictOne();
    openByNetwork.set(network, (openByNetwork.get(network) ?? new Set()).add(socket));
    openCount++;
    socket.once('close', () => remove(network, socket));
  });
};
