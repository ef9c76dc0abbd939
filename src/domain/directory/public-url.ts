import { isIP } from 'node:net';
import { ValidationError } from '#domain/errors.ts';
import { isPublicIp } from '#domain/fetching/outgoing-connections.ts';
import { isInternalHost } from '#domain/ip.ts';

const isReachable = (host: string) => (isIP(host) > 0 ? isPublicIp(host) : !isInternalHost(host));

/** Why visitors cannot follow a link to another site, or undefined. */
const problemOf = (url: string): string | undefined => {
  const { username, password, hostname } = new URL(url);
  if (username !== '' || password !== '')
    return 'Enter the URL without a user name and password, because visitors would see them.';
  // IPv6 addresses are in brackets, and a name may end in a dot.
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isReachable(host)
    ? undefined
    : `Enter a URL that visitors can open. “${host}” is a host of a private network.`;
};

/** Throws unless a URL that visitors are sent to leads to a public host, without a user name or password. */
export const assertPublicUrl = (field: string, url: string): void => {
  const problem = problemOf(url);
  if (problem !== undefined) throw new ValidationError(problem, { [field]: problem });
};
