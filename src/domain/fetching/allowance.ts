import { BlockList, isIP, isIPv6 } from 'node:net';
import { isPublicIp } from './public-ip.ts';

/** Something that may be fetched from although it is not public, or has another port than the web's. */
export interface Allowance {
  /** A host by its name, or the network that its IP is in. */
  host: string | BlockList;
  /** The web's ports if it is undefined. */
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

/** Reads "pictures.internal:8080", "10.0.0.0/8", "192.168.1.5:8080" or "[fd00::1]:8080". */
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

/** The host and port of a URL that the operator has configured. */
export const allowanceOf = (url: string): Allowance => {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host: networkOf(host) ?? host, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
};

export interface Target {
  hostname: string;
  /** What is connected to. */
  ip: string;
  port: number;
}

const covers = ({ host, port }: Allowance, target: Target) => {
  if (port === undefined ? !webPorts.includes(target.port) : port !== target.port) return false;
  return typeof host === 'string'
    ? host === target.hostname
    : host.check(target.ip, isIPv6(target.ip) ? 'ipv6' : 'ipv4');
};

/** Whether the server may connect there. */
export const mayConnect = (target: Target, allowances: readonly Allowance[]): boolean =>
  (webPorts.includes(target.port) && isPublicIp(target.ip)) || allowances.some((each) => covers(each, target));

/** Whether the server may connect to this port of any host. */
export const mayUsePort = (port: number, allowances: readonly Allowance[]): boolean =>
  webPorts.includes(port) || allowances.some((each) => each.port === port);
