import { isIP } from 'node:net';
import { ValidationError } from '#domain/errors.ts';
import { isInternalHost } from '#domain/ip.ts';
import { type Allowance, isPublicIp, mayConnect } from './outgoing-connections.ts';

/** The hosts of FETCH_ALLOW: the site itself fetches pictures from them, so visitors see these although the host is private. */
let pictureHosts: readonly Allowance[] = [];

/** Called once, at the start of a process. */
export const allowPictureHosts = (allow: readonly Allowance[]): void => {
  pictureHosts = allow;
};

/** IPv6 addresses are in brackets, and a name may end in a dot. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');

const isReachable = (host: string) => (isIP(host) > 0 ? isPublicIp(host) : !isInternalHost(host));

const isFetched = (url: URL) => {
  const host = hostOf(url);
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return mayConnect({ hostname: host, ip: isIP(host) > 0 ? host : '0.0.0.0', port }, pictureHosts);
};

/** Why visitors cannot open a URL of another site, or undefined. */
const problemOf = (url: URL, isPicture: boolean): string | undefined => {
  if (url.username !== '' || url.password !== '')
    return 'Enter the URL without a user name and password, because visitors would see them.';
  const host = hostOf(url);
  if (isReachable(host) || (isPicture && isFetched(url))) return undefined;
  return `Enter a URL that visitors can open. “${host}” is a host of a private network.`;
};

/** URLs by the field that they were entered in. Blank ones and paths of this site are not checked. */
type EnteredUrls = Record<string, string | readonly string[]>;

interface Entered {
  links?: EnteredUrls;
  pictures?: EnteredUrls;
}

/**
 * Throws unless each URL that visitors are sent to, or see a picture of, leads to a public host, without a user name or password. For
 * what people type in a form or send to the API: an import of the operator's own catalogue may have others, because it brings back what
 * the site had (imports/mapping/checks.ts). `known` are the record's own before the change, which may come from such an import.
 */
export const assertPublicUrls = ({ links = {}, pictures = {} }: Entered, known: readonly string[] = []): void => {
  const assertAll = (entered: EnteredUrls, isPicture: boolean) => {
    for (const [field, urls] of Object.entries(entered))
      for (const url of [urls].flat()) {
        if (!/^https?:/i.test(url) || known.includes(url)) continue;
        const problem = problemOf(new URL(url), isPicture);
        if (problem !== undefined) throw new ValidationError(problem, { [field]: problem });
      }
  };
  assertAll(links, false);
  assertAll(pictures, true);
};
