import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { isPrivateIp } from '#domain/ip.ts';

/** Registered for special purposes (RFC 6890), besides the private networks. */
const specialNetworks = new BlockList();
const special4 =
  '0.0.0.0/8 100.64.0.0/10 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
/** Looks public, but is the host of a virtual machine in Azure. */
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

/** The only part of IPv6 that is given out for the internet. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

const isPublicIpv4 = (ip: string) => !isPrivateIp(ip) && !specialNetworks.check(ip, 'ipv4');

/** The eight groups. The URL parser writes each address in its shortest form, with hexadecimal digits only. */
const groupsOf = (ip: string) => {
  const [left = '', right] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const parse = (half: string) => (half === '' ? [] : half.split(':').map((group) => Number.parseInt(group, 16)));
  const [head, tail] = [parse(left), parse(right ?? '')];
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
};

const startsWith = (groups: number[], prefix: number[]) => prefix.every((group, at) => groups[at] === group);

/** IPv6 addresses that only stand for an IPv4 address: mapped ones, and those of NAT64. */
const isTranslated = (groups: number[]) =>
  startsWith(groups, [0, 0, 0, 0, 0, 0xffff]) || startsWith(groups, [0x64, 0xff9b, 0, 0, 0, 0]);

/** Tunnelled to the IPv4 address at its end (ISATAP, RFC 5214). */
const isTunnelled = (groups: number[]) => ((groups[4] ?? 0) & 0xfdff) === 0 && groups[5] === 0x5efe;

const ipv4AtEnd = (groups: number[]) =>
  groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');

/** Whether an IP belongs to the internet, and to nothing behind it. */
export const isPublicIp = (ip: string): boolean => {
  if (isIPv4(ip)) return isPublicIpv4(ip);
  // One with a zone names an interface of this machine.
  if (!isIPv6(ip) || ip.includes('%')) return false;
  const groups = groupsOf(ip);
  if (isTranslated(groups)) return isPublicIpv4(ipv4AtEnd(groups));
  if (isTunnelled(groups) && !isPublicIpv4(ipv4AtEnd(groups))) return false;
  return globalUnicast.check(ip, 'ipv6') && !specialNetworks.check(ip, 'ipv6');
};
