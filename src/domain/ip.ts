import { BlockList, isIP, isIPv6 } from 'node:net';

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const ipv4Tail = /\d+\.\d+\.\d+\.\d+$/;

/** The eight groups of an IPv6 address. Parsed by hand instead of with `URL`, because it runs for every cached page. */
const groupsOf = (ip: string) => {
  const [left = '', right] = ip.replace(ipv4Tail, '0:0').split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right ? right.split(':') : [];
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
};

/** The network that counts as one client: an IPv4 address, or an IPv6 /64, all of which one client can use. */
export const ipNetwork = (ip: string): string => {
  if (!isIPv6(ip)) return ip;
  const mapped = mappedIpv4.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  // A link-local IP may have a zone id (the network interface) after a percent sign.
  const groups = groupsOf(ip.replace(/%.*/, '')).slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
};

/** The block that usually belongs to one customer or one mobile network: an IPv4 /24 or an IPv6 /48. */
export const ipBlock = (ip: string): string => {
  if (isIP(ip) === 0) return ip;
  const network = ipNetwork(ip);
  const [separator, count, length] = network.includes(':')
    ? ([':', 3, '::/48'] as const)
    : (['.', 3, '.0/24'] as const);
  return `${network.split(separator).slice(0, count).join(separator)}${length}`;
};

/**
 * The part of a client's network that most addresses of one provider and region share: an IPv4 /16 or an IPv6 /32. Somebody whose
 * address changes every day mostly stays in it.
 */
export const wideNetwork = (network: string): string => network.split(network.includes(':') ? ':' : '.', 2).join('.');

const privateNetworks = new BlockList();
privateNetworks.addSubnet('127.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
privateNetworks.addSubnet('169.254.0.0', 16, 'ipv4');
privateNetworks.addAddress('::1', 'ipv6');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

export const isPrivateIp = (ip: string) => privateNetworks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');

/** Whether a host name cannot be reached from the internet: a private IP, or a name of the local network. */
export const isInternalHost = (hostname: string) =>
  isIP(hostname) > 0
    ? isPrivateIp(hostname)
    : !hostname.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(hostname);
