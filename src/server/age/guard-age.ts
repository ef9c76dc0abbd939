import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Session } from '#domain/accounts/sessions.ts';
import { AgeAssuranceRequiredError, CountryClosedError } from '#domain/errors.ts';
import { policyFor, type StoredBy } from '../page-cache/page-headers.ts';
import { type Access, type AgeAccess, dataUrl } from './age-access.ts';
import type { Door } from './door.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the visitor may not see the site; undefined if they may. */
    shutOut: Exclude<Access, 'open'> | undefined;
  }
}

export interface GuardAgeOptions {
  access: AgeAccess;
  door: Door;
  findSession: (request: FastifyRequest) => Promise<Session | undefined>;
  siteUrl: string;
  /** Whether everyone may have the page of a URL: the back-office, and pages about the site itself. */
  isOpenPage: (url: string) => boolean;
}

/** The page whose data was requested. */
const pageUrlOf = (url: string) => {
  const { pathname, searchParams } = new URL(`http://localhost/${url.replace(/^\/+/, '')}`);
  searchParams.delete('_routes');
  const query = searchParams.toString();
  return pathname.replace(/(?<=\/)_\.data$|\.data$/, '') + (query && `?${query}`);
};

const refusals = {
  assurance: () => new AgeAssuranceRequiredError('Your age has to be checked first: open the site in a browser.'),
  closed: () => new CountryClosedError('This site is not available in your country, because of the laws there.'),
};

/**
 * Asks on every route that is not declared open to everyone, so that a new one is guarded from the start. After the hooks
 * `onRequest`: shut-out visitors have the same rate limits, and API calls have found their session.
 */
export const guardAge = (app: FastifyInstance, { access, door, findSession, siteUrl, isOpenPage }: GuardAgeOptions) => {
  app.decorateRequest('shutOut', undefined);
  app.addHook('preParsing', async (request, reply) => {
    if (request.routeOptions.config.isOpenToEveryone) return;
    const found = await access.accessOf(request.raw);
    // Admins see everything in the back-office anyway, with the same pictures.
    if (found === 'open' || (request.session ?? (await findSession(request)))) return;
    request.shutOut = found;
    const { url = '/' } = request.raw;
    // Also what is sent to such a page: a victim may be anywhere.
    if (isOpenPage(url)) return;
    if (request.routeOptions.url !== '/*') throw refusals[found]();
    if (!dataUrl.test(url)) return door.send(request, reply, { kind: found, returnPath: url });
    // React Router then loads the page as a document, which is the door.
    return reply
      .code(204)
      .headers({
        'x-remix-redirect': pageUrlOf(url),
        'x-remix-status': '302',
        'x-remix-reload-document': 'true',
        'cache-control': 'private, no-store',
      })
      .send();
  });
  /** Pictures and API calls show nothing by themselves, and would be fetched again and again. */
  const storedBy = ({ raw, routeOptions, shutOut }: FastifyRequest): StoredBy => {
    if (shutOut) return 'nobody';
    const stored = access.storedBy(raw);
    return stored === 'nobody' && routeOptions.url !== '/*' ? 'visitor' : stored;
  };
  app.addHook('onSend', async (request, reply) => {
    // Who blocks it: the site itself, and nobody on the way (RFC 7725).
    if (reply.statusCode === 451) reply.header('link', `<${siteUrl}/>; rel="blocked-by"`);
    if (request.routeOptions.config.isOpenToEveryone) return;
    const stored = storedBy(request);
    if (stored === 'everyone') return;
    reply.header('cache-control', policyFor(String(reply.getHeader('cache-control') ?? ''), stored));
  });
};
