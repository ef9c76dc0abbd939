import { isIP } from 'node:net';
import { isPublicIp } from '#domain/fetching/outgoing-connections.ts';

/** Names that are only known in somebody's own network. */
const privateName = /(^|\.)(local|localhost|localdomain|internal|intranet|lan|home|corp|private|arpa)$/;

const isPrivateHost = (host: string): boolean => {
  const name = host.replace(/^\[|\]$|\.$/g, '');
  return isIP(name) ? !isPublicIp(name) : !name.includes('.') || privateName.test(name);
};

/** Why a URL that somebody else sends is not to be shown to visitors: it has a login, or leads into their own network. */
export const privateUrlProblem = (label: string, text: string): string | undefined => {
  const { username, password, hostname } = new URL(text);
  if (username !== '' || password !== '') return `The ${label} must not contain a username or a password.`;
  return isPrivateHost(hostname) ? `The ${label} must lead to the internet, not to “${hostname}”.` : undefined;
};
