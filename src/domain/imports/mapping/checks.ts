import { isIP } from 'node:net';
import { invalidText, invalidUrlOrPath, invalidWebUrl, limits, tooLong } from '#contract/values/fields.ts';
import { plainTextPattern } from '#contract/values/text.ts';
import { isWebUrl, isWebUrlOrPath } from '#contract/values/urls.ts';
import { isPublicIp } from '#domain/fetching/outgoing-connections.ts';

/** Host names that only exist in private networks. */
const privateName = /(^|\.)(local|localhost|localdomain|internal|intranet|lan|home|corp|private|arpa)$/;

const isPrivateHost = (host: string): boolean => {
  const name = host.replace(/^\[|\]$|\.$/g, '');
  return isIP(name) ? !isPublicIp(name) : !name.includes('.') || privateName.test(name);
};

/** Rejects partners' URLs with a login, or that lead into the visitor's private network. */
const privateUrlProblem = (label: string, text: string): string | undefined => {
  const { username, password, hostname } = new URL(text);
  if (username !== '' || password !== '') return `The ${label} must not contain a username or a password.`;
  return isPrivateHost(hostname) ? `The ${label} must lead to the internet, not to “${hostname}”.` : undefined;
};

const plainText = new RegExp(plainTextPattern, 'u');

/** Counts code points, as forms do. */
const isLonger = (text: string, maxLength: number) => text.length > maxLength && [...text].length > maxLength;

/** Matches most valid public URLs, which saves parsing them. */
const simpleUrl =
  /^https?:\/\/(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+(?!local|internal|lan\b|home|corp|intranet|private|arpa)[a-z]{2,}(?:\/[\w./~=&?%+,:@!-]*)?$/;

export interface UrlOrigin {
  /**
   * URLs of the operator's own catalogue may have a login or lead into a private network, on purpose: an export of the site must be imported
   * as it was. People who type a URL are refused (fetching/public-url.ts).
   */
  isOwnCatalogue: boolean;
}
const partners: UrlOrigin = { isOwnCatalogue: false };

const privacyProblem = (label: string, url: string, { isOwnCatalogue }: UrlOrigin) =>
  isOwnCatalogue ? undefined : privateUrlProblem(label, url);

// The functions below return what is wrong with a value, in the same words as the form for posts, or undefined.

export const textProblem = (label: string, text: string, maxLength: number): string | undefined => {
  if (isLonger(text, maxLength)) return tooLong(`The ${label}`, maxLength);
  return plainText.test(text) ? undefined : invalidText(label);
};

/** Only checks the host and login. The URL must be valid. */
export const hostProblem = (label: string, url: string, origin = partners): string | undefined =>
  simpleUrl.test(url) ? undefined : privacyProblem(label, url, origin);

export const linkProblem = (label: string, url: string, origin = partners): string | undefined => {
  if (isLonger(url, limits.url)) return tooLong(`The ${label}`, limits.url);
  if (simpleUrl.test(url)) return undefined;
  return isWebUrl(url) ? privacyProblem(label, url, origin) : invalidWebUrl(label);
};

export const pictureProblem = (label: string, url: string, origin = partners): string | undefined => {
  if (isLonger(url, limits.url)) return tooLong(`The ${label}`, limits.url);
  if (simpleUrl.test(url)) return undefined;
  if (!isWebUrlOrPath(url)) return invalidUrlOrPath(label);
  return url.startsWith('/') ? undefined : privacyProblem(label, url, origin);
};
