import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { RelyingParty } from '#domain/accounts/webauthn.ts';
import { ValidationError } from '#domain/errors.ts';

/** SITE_URL has this host unless the operator has set it. */
const defaultHost = 'localhost';

const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/**
 * On the operator's own machine. The port is that of the socket and not of the Host header, which a page on another port
 * could forward along with a passkey that it has phished.
 */
const localParty = ({ hostname, socket: { localPort } }: FastifyRequest): RelyingParty => {
  if (isIP(withoutBrackets(hostname)) !== 0)
    throw new ValidationError('Passkeys need the name of the site: open it by its name instead of its IP.');
  if (hostname !== defaultHost)
    throw new ValidationError('Passkeys need the URL of the site: set SITE_URL and start the site again.');
  const port = localPort === undefined ? '' : `:${localPort}`;
  // The origin leaves out a default port, as browsers do.
  return { id: defaultHost, origin: new URL(`http://${defaultHost}${port}`).origin };
};

/** The site as WebAuthn knows it: passkeys belong to its host's name. */
export const relyingPartyOf = (request: FastifyRequest, siteUrl: string): RelyingParty => {
  const { hostname, origin } = new URL(siteUrl);
  if (hostname === defaultHost) return localParty(request);
  if (isIP(withoutBrackets(hostname)) !== 0)
    throw new ValidationError('Passkeys need the name of the site: open it by its name instead of its IP.');
  return { id: hostname, origin };
};
