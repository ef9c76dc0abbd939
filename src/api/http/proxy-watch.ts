import { BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

const privateNetworks = new BlockList();
privateNetworks.addSubnet('127.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
privateNetworks.addSubnet('169.254.0.0', 16, 'ipv4');
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

const isPrivate = (ip: string) => privateNetworks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');

/**
 * Whether a proxy that TRUST_PROXY does not name passed the request on: its IP is that of all visitors. A forwarded
 * header from a public IP proves nothing, since a guesser can send one too.
 */
export const isFromUntrustedProxy = ({ headers, ip, ips }: Pick<FastifyRequest, 'headers' | 'ip' | 'ips'>) =>
  // Fastify adds forwarded IPs to `ips` only if it trusts the proxy.
  (headers['x-forwarded-for'] ?? '') !== '' && (ips?.length ?? 1) === 1 && isPrivate(ip);

export interface ProxyWatch {
  observe: (request: FastifyRequest) => void;
  /** What the operator should do, or undefined. */
  notice: () => string | undefined;
}

/** Looks for a proxy that is not trusted, and warns once in the log. */
export const watchProxies = (log: { warn: (message: string) => void }): ProxyWatch => {
  let notice: string | undefined;
  return {
    observe: (request) => {
      if (notice !== undefined || !isFromUntrustedProxy(request)) return;
      const proxy = request.ip.replace(/^::ffff:/i, '');
      notice = `Requests arrive through a proxy at ${proxy} that is not trusted, so all visitors seem to have its IP. Set TRUST_PROXY=${proxy} and restart the site.`;
      log.warn(notice);
    },
    notice: () => notice,
  };
};
