import type { FastifyRequest } from 'fastify';
import { ForbiddenError } from '#domain/errors.ts';

const reading = ['GET', 'HEAD', 'OPTIONS'];

const isSameHost = (origin: string, request: FastifyRequest) =>
  URL.canParse(origin) && new URL(origin).host === request.host;

/** A browser says from where a request comes; programs that are no browsers say nothing and carry no one's cookies. */
const isOwn = (request: FastifyRequest, origins: ReadonlySet<string>) => {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && origins.has(origin)) return true;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || isSameHost(origin, request);
};

/** A hook for the API: nothing is written at the wish of a page of another site. */
export const refuseCrossSiteWrites = ({
  siteUrl,
  corsOrigins,
}: {
  siteUrl: string;
  corsOrigins: readonly string[];
}) => {
  const origins = new Set([siteUrl, ...corsOrigins]);
  return async (request: FastifyRequest) => {
    if (!reading.includes(request.method) && !isOwn(request, origins))
      throw new ForbiddenError('This call may not be made from another site.');
  };
};
