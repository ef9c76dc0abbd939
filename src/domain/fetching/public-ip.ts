import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { isPrivateIp } from '#domain/private-ip.ts';

/** Registered for special purposes (RFC 6890), besides the private networks. */
const specialNetworks = new BlockList();
const special4 =
  '0.0.0.0/8 100.64.0.0/10 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4';
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

/** IPv6 addresses that stand for an IPv4 address: mapped ones, and those of NAT64. */
const translated = /^(?:::ffff|64:ff9b:):([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** The shortest form, with hexadecimal digits only. */
const canonicalIpv6 = (ip: string) => new URL(`http://[${ip}]`).hostname.slice(1, -1);

const embeddedIpv4 = (ip: string) => {
  const [, high, low] = translated.exec(ip) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]).join('.');
};

/** Whether an IP belongs to the internet, and to nothing behind it. */
export const isPublicIp = (ip: string): boolean => {
  if (isIPv4(ip)) return isPublicIpv4(ip);
  // One with a zone names an interface of this machine.
  if (!isIPv6(ip) || ip.includes('%')) return false;
  const canonical = canonicalIpv6(ip);
  const ipv4 = embeddedIpv4(canonical);
  if (ipv4 !== undefined) return isPublicIpv4(ipv4);
  return globalUnicast.check(canonical, 'ipv6') && !specialNetworks.check(canonical, 'ipv6');
};
