import type { FastifyRequest } from 'fastify';
import { isPrivateIp } from '#domain/ip.ts';

type Peer = Pick<FastifyRequest, 'headers' | 'ip' | 'ips'>;

/**
 * Whether a proxy that TRUST_PROXY does not name seems to have passed the request on: its IP is that of all visitors.
 * A forwarded header from a public IP proves nothing, since anyone can send one. Neither does one from a private IP,
 * but there a proxy is more likely.
 */
export const isFromUntrustedProxy = ({ headers, ip, ips }: Peer) =>
  // Fastify adds forwarded IPs to `ips` only if it trusts the proxy.
  (headers['x-forwarded-for'] ?? '') !== '' && (ips?.length ?? 1) === 1 && isPrivateIp(ip);

const peerOf = ({ ip }: Peer) => ip.replace(/^::ffff:/i, '');

/**
 * What a signed-in admin should do about the proxy that their own request came through. Requests of others cause no
 * notice: a forged header would otherwise recommend to trust its sender.
 */
export const proxyNotice = (request: Peer): string | undefined => {
  if (!isFromUntrustedProxy(request)) return undefined;
  const proxy = peerOf(request);
  return `Requests arrive through a proxy at ${proxy} that is not trusted, so all visitors seem to have its IP. Set TRUST_PROXY=${proxy} and restart the site.`;
};

/** Each peer is logged once. The limit keeps someone with many private IPs from filling the log. */
const maxLoggedPeers = 10;

/** Logs a warning about peers that may be untrusted proxies. */
export const watchProxies = (log: { warn: (message: string) => void }): ((request: Peer) => void) => {
  const logged = new Set<string>();
  return (request) => {
    if (logged.size >= maxLoggedPeers || !isFromUntrustedProxy(request)) return;
    const peer = peerOf(request);
    if (logged.has(peer)) return;
    logged.add(peer);
    log.warn(
      `A request with X-Forwarded-For came from ${peer}, which TRUST_PROXY does not name. If that is your proxy, all visitors seem to have its IP: set TRUST_PROXY=${peer} and restart the site. If it is not, its user has forged the header, which does nothing.`,
    );
  };
};
