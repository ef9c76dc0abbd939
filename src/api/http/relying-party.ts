import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { RelyingParty } from '#domain/accounts/verify-passkey.ts';
import { ValidationError } from '#domain/errors.ts';

/** SITE_URL has this host unless the operator has set it: then the site is what the browser calls it. */
const defaultHost = 'localhost';

/** Behind a proxy that ends TLS, only the browser knows the scheme. It cannot lie about the host here. */
const ownUrl = ({ headers, protocol, host }: FastifyRequest) => {
  const { origin = '' } = headers;
  const isOwn = URL.canParse(origin) && new URL(origin).host === host;
  return isOwn ? origin : `${protocol}://${host}`;
};

/** The site as WebAuthn knows it: passkeys belong to its host's name. */
export const relyingPartyOf = (request: FastifyRequest, siteUrl: string): RelyingParty => {
  const url = new URL(siteUrl).hostname === defaultHost ? ownUrl(request) : siteUrl;
  // The origin leaves out a default port, as browsers do.
  const { hostname, origin } = URL.canParse(url) ? new URL(url) : { hostname: '', origin: '' };
  if (hostname === '' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw new ValidationError('Passkeys need the name of the site: open it by its name instead of its IP.');
  return { id: hostname, origin };
};
