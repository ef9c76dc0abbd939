import { validateHeaderName, validateHeaderValue } from 'node:http';
import { version } from '#db/version.ts';
import { FetchRefusedError } from './fetch-errors.ts';

export type SentHeaders = Readonly<Record<string, string>>;

/** Says who asks and, if it matters to whoever is asked, what for. */
export const userAgentOf = (siteUrl: string, purpose?: string) =>
  `Marquee/${version} (+${siteUrl}${purpose === undefined ? '' : `; ${purpose}`})`;

/** Decided by the connection alone. */
const ownHeaders = ['host', 'user-agent', 'content-length', 'transfer-encoding', 'connection', 'upgrade', 'expect'];

/** In lower case, and without what could end a header and begin another. */
export const checkedHeaders = (headers: SentHeaders): Record<string, string> => {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw new FetchRefusedError('A header has characters that are not allowed.');
    }
    if (!ownHeaders.includes(name.toLowerCase())) checked[name.toLowerCase()] = value;
  }
  return checked;
};

/** Any other header, such as Authorization or X-Api-Key, may be a secret of the origin that it was meant for. */
const harmlessHeaders = [
  'accept',
  'accept-encoding',
  'accept-language',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'range',
];

/** What is sent when a redirect leads to another origin; http is another origin than https. */
export const headersForOtherOrigin = (headers: SentHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => harmlessHeaders.includes(name)));
