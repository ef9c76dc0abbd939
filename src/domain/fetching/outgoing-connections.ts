import { type LookupAddress, type LookupAllOptions, lookup as lookUpByDns } from 'node:dns';
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { isPrivateIp } from '#domain/ip.ts';
import { FetchRefusedError } from './fetch-errors.ts';

/** Special-purpose networks (RFC 6890), besides the private ones. */
const specialNetworks = new BlockList();
const special4 =
  '0.0.0.0/8 100.64.0.0/10 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
/** Looks public, but is an internal service of Azure. */
specialNetworks.addAddress('168.63.129.16', 'ipv4');
/** Teredo and others, documentation, 6to4, documentation. */
const special6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20';
for (const network of special4.split(' ')) {
  const [ip = '', bits] = network.split('/');
  specialNetworks.addSubnet(ip, Number(bits), 'ipv4');
}
for (const network of special6.split(' ')) {
  const [ip = '', bits] = network.split('/');
  specialNetworks.addSubnet(ip, Number(bits), 'ipv6');
}

/** The only part of IPv6 that is allocated for the internet. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

const isPublicIpv4 = (ip: string) => !isPrivateIp(ip) && !specialNetworks.check(ip, 'ipv4');

/** The eight groups of an IPv6 address, which the URL parser normalizes to its shortest form. */
const groupsOf = (ip: string) => {
  const [left = '', right] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const parse = (half: string) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16)));
  const [head, tail] = [parse(left), parse(right ?? '')];
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
};

const startsWith = (groups: number[], prefix: number[]) => prefix.every((group, at) => groups[at] === group);

/** IPv6 addresses that represent an IPv4 address: mapped ones, and those of NAT64. */
const isTranslated = (groups: number[]) =>
  startsWith(groups, [0, 0, 0, 0, 0, 0xffff]) || startsWith(groups, [0x64, 0xff9b, 0, 0, 0, 0]);

/** Addresses tunnelled to the IPv4 address at their end (ISATAP, RFC 5214). */
const isTunnelled = (groups: number[]) => ((groups[4] ?? 0) & 0xfdff) === 0 && groups[5] === 0x5efe;

const ipv4AtEnd = (groups: number[]) =>
  groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');

/** Whether an IP is on the public internet. */
export const isPublicIp = (ip: string): boolean => {
  if (isIPv4(ip)) return isPublicIpv4(ip);
  // An IP with a zone belongs to a network interface of this machine.
  if (!isIPv6(ip) || ip.includes('%')) return false;
  const groups = groupsOf(ip);
  if (isTranslated(groups)) return isPublicIpv4(ipv4AtEnd(groups));
  if (isTunnelled(groups) && !isPublicIpv4(ipv4AtEnd(groups))) return false;
  return globalUnicast.check(ip, 'ipv6') && !specialNetworks.check(ip, 'ipv6');
};

/** An exception for a host or network that isn't public, or for another port. */
export interface Allowance {
  /** A host name, or the network that the IP is in. */
  host: string | BlockList;
  /** Undefined for 80 and 443. */
  port: number | undefined;
}

const webPorts = [80, 443];

const networkOf = (text: string): BlockList | undefined => {
  const [ip = '', bits, ...rest] = text.split('/');
  const max = isIPv6(ip) ? 128 : 32;
  if (isIP(ip) === 0 || rest.length > 0 || !/^\d{1,3}$/.test(bits ?? '0') || Number(bits ?? max) > max)
    return undefined;
  const network = new BlockList();
  network.addSubnet(ip, Number(bits ?? max), isIPv6(ip) ? 'ipv6' : 'ipv4');
  return network;
};

const hostPattern = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i;

const split = (text: string) => {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(text);
  if (bracketed) return { host: bracketed[1] ?? '', port: bracketed[2] };
  // An IPv6 address or network without brackets has no port.
  const [host = text, port] = text.indexOf(':') === text.lastIndexOf(':') ? text.split(':') : [text];
  return { host, port };
};

/** Parses texts such as "pictures.internal:8080", "10.0.0.0/8", "192.168.1.5:8080" or "[fd00::1]:8080". */
export const parseAllowance = (text: string): Allowance => {
  const { host, port } = split(text);
  const network = networkOf(host);
  const isPort = port === undefined || (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535);
  if (!isPort || (!network && (!hostPattern.test(host) || /^[\d.]+$/.test(host))))
    throw new Error(
      'must be a list of hosts, IPs or networks, each optionally with a port, such as pictures.internal:8080',
    );
  return { host: network ?? host.toLowerCase(), port: port === undefined ? undefined : Number(port) };
};

/** Allows the host and port of a URL that the operator has configured. */
export const allowanceOf = (url: string): Allowance => {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host: networkOf(host) ?? host, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
};

export interface Target {
  hostname: string;
  ip: string;
  port: number;
}

const covers = ({ host, port }: Allowance, target: Target) => {
  if (port === undefined ? !webPorts.includes(target.port) : port !== target.port) return false;
  return typeof host === 'string'
    ? host === target.hostname
    : host.check(target.ip, isIPv6(target.ip) ? 'ipv6' : 'ipv4');
};

export const mayConnect = (target: Target, allowances: readonly Allowance[]): boolean =>
  (webPorts.includes(target.port) && isPublicIp(target.ip)) || allowances.some((each) => covers(each, target));

/** Whether the port may be used on at least some hosts. */
const mayUsePort = (port: number, allowances: readonly Allowance[]): boolean =>
  webPorts.includes(port) || allowances.some((each) => each.port === port);

export type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface ConnectorOptions {
  /** Exceptions besides public addresses. */
  allow: readonly Allowance[];
  /** The system's resolver by default. */
  lookup?: Lookup;
}

export interface SentRequest {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
}

/** Sends a single request, without following redirects. */
export type Connect = (url: URL, request: SentRequest) => Promise<IncomingMessage>;

interface Hop {
  hostname: string;
  port: number;
}

const hopOf = (url: URL): Hop => {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new FetchRefusedError('Only http and https are fetched.');
  if (url.username !== '' || url.password !== '') throw new FetchRefusedError('URLs with a password are not fetched.');
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { hostname: url.hostname.replace(/^\[|\]$/g, ''), port };
};

/**
 * Checks the IP that a connection is actually made to, so that a name can't first resolve to a public IP and then to a
 * private one (DNS rebinding).
 */
export const createConnector = ({ allow, lookup = lookUpByDns }: ConnectorOptions): Connect => {
  const assertAllowed = ({ hostname, port }: Hop, ip: string) => {
    if (!mayConnect({ hostname, port, ip }, allow))
      throw new FetchRefusedError(`${hostname.slice(0, 100)} is not a public web address.`);
  };

  const checkedLookup =
    (hop: Hop): LookupFunction =>
    (hostname, options, callback) =>
      lookup(hostname, { ...options, all: true }, (error, addresses) => {
        try {
          if (error) throw error;
          for (const { address } of addresses) assertAllowed(hop, address);
          const [first] = addresses;
          if (!first) throw new Error(`${hostname} has no address.`);
          if (options.all) callback(null, addresses);
          else callback(null, first.address, first.family);
        } catch (refusal) {
          callback(refusal as Error, options.all ? [] : '');
        }
      });

  return async (url, { method, headers, body, signal }) => {
    const hop = hopOf(url);
    // Fail before the DNS lookup.
    if (!mayUsePort(hop.port, allow)) throw new FetchRefusedError('Only ports 80 and 443 are allowed.');
    if (isIP(hop.hostname) > 0) assertAllowed(hop, hop.hostname);
    const options: RequestOptions = {
      ...hop,
      path: url.pathname + url.search,
      method,
      headers: {
        ...headers,
        host: url.host,
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      // Don't reuse connections, since they were checked for another name.
      agent: false,
      lookup: checkedLookup(hop),
      signal,
    };
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(options, resolve);
      request.on('socket', (socket: Socket) =>
        socket.once('connect', () => {
          try {
            assertAllowed(hop, socket.remoteAddress ?? '');
          } catch (refusal) {
            request.destroy(refusal as Error);
          }
        }),
      );
      request.on('error', reject);
      // Without this, a protocol switch would neither resolve nor reject.
      request.on('close', () => reject(new Error('The connection was closed without a response.')));
      request.end(body);
    });
  };
};
