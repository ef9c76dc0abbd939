import { isIPv6 } from 'node:net';

const ipv4Mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const prefixGroups = 4;

/**
 * What limits per visitor count by: the IP, or for IPv6 its /64, which is what one customer of a provider gets. Counting
 * single IPv6 addresses would limit nothing.
 */
export const networkOf = (ip: string): string => {
  const ipv4 = ipv4Mapped.exec(ip)?.[1];
  if (ipv4 !== undefined) return ipv4;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  const groups = [...before, ...zeros, ...after].slice(0, prefixGroups);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
};
