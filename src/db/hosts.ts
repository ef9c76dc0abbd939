/**
 * One URL per host of a URL that may name several, as PostgreSQL's own programs accept it:
 * `postgres://user@a:5432,b:5432/database`. A URL with one host is returned as it is.
 */
export const hostUrls = (url: string): string[] => {
  const [, scheme = '', authority = '', rest = ''] = /^(\w+:\/\/)([^/?#]*)(.*)$/s.exec(url) ?? [];
  const hostsAt = authority.lastIndexOf('@') + 1;
  const hosts = authority.slice(hostsAt).split(',');
  if (hosts.length === 1) return [url];
  return hosts.map((host) => `${scheme}${authority.slice(0, hostsAt)}${host.trim()}${rest}`);
};
