import type { FastifyRequest } from 'fastify';
import { ForbiddenError } from '#domain/errors.ts';
import { apiTokenOf } from './caller.ts';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

const isSameHost = (origin: string, request: FastifyRequest) =>
  URL.canParse(origin) && new URL(origin).host === request.host;

/** Browsers send Origin or Sec-Fetch-Site; other programs send neither, and no cookies of a visitor either. */
const isAllowed = (request: FastifyRequest, origins: ReadonlySet<string>) => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && origins.has(origin)) return true;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || isSameHost(origin, request);
};

/**
 * A hook against CSRF: refuses writes that a page of another site started. Requests with an API token pass, because no
 * page can make a browser send one, and cookies are then ignored.
 */
export const refuseCrossSiteWrites = ({
  siteUrl,
  corsOrigins,
}: {
  siteUrl: string;
  corsOrigins: readonly string[];
}) => {
  const origins = new Set([siteUrl, ...corsOrigins]);
  return async (request: FastifyRequest) => {
    if (!safeMethods.includes(request.method) && apiTokenOf(request) === undefined && !isAllowed(request, origins))
      throw new ForbiddenError('Requests from other sites are not allowed.');
  };
};
