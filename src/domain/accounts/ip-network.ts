/** The eight groups of an IPv6 address; URL parsing normalises every way to write one. */
const groupsOf = (ip: string) => {
  const [left = '', right] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const head = left.split(':').filter(Boolean);
  const tail = (right ?? '').split(':').filter(Boolean);
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
};

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 address, since one client can use all of it. */
export const ipNetwork = (ip: string): string => {
  if (!ip.includes(':')) return ip;
  const mapped = mappedIpv4.exec(ip)?.[1];
  return mapped ?? `${groupsOf(ip).slice(0, 4).join(':')}::/64`;
};
