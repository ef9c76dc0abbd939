import type { IncomingMessage } from 'node:http';
import { countryCodes } from '#contract/values/countries.ts';
import type { TrustsProxy } from '../connections/trusted-proxies.ts';

/** The code of a visitor's country; undefined if it is unknown. */
export type VisitorCountry = (request: IncomingMessage) => string | undefined;

const known = new Set(countryCodes);

/** Believes the header of the proxy that opened the connection, if that is trusted: anyone else could choose a country. */
export const visitorCountry =
  (header: string | undefined, trustsProxy: TrustsProxy): VisitorCountry =>
  ({ headers, socket: { remoteAddress } }) => {
    const value = header === undefined ? undefined : headers[header];
    if (typeof value !== 'string' || remoteAddress === undefined || !trustsProxy(remoteAddress, 0)) return undefined;
    const code = value.trim().toUpperCase();
    return known.has(code) ? code : undefined;
  };
