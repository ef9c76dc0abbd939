import { ValidationError } from '#domain/errors.ts';
import { bareHost } from './mirrors.ts';

const refuse = (message: string): never => {
  throw new ValidationError(message, { hostMirrors: message });
};

const hostName = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d-]+$/;

/** Throws unless each line names hosts, and at least two: one alone mirrors nothing. */
export const assertMirrors = (text: string | undefined): void => {
  for (const line of (text ?? '').split('\n')) {
    const written = line.split(/[\s,;]+/).filter((host) => host !== '');
    for (const host of written)
      if (!hostName.test(bareHost(host)))
        refuse(`“${host}” is not a host name. Write mirrors like example.com, one group per line.`);
    if (written.length > 0 && new Set(written.map(bareHost)).size < 2)
      refuse(`“${written.join(' ')}” is one host only. Write the hosts that mirror each other on one line.`);
  }
};
