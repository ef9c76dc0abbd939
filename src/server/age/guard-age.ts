import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SiteSettings } from '#contract/settings.ts';
import { type AgeDoor, ageAnswerPath } from '#contract/values/age-checks.ts';
import type { Session } from '#domain/accounts/sessions.ts';
import { AgeAssuranceRequiredError, CountryClosedError } from '#domain/errors.ts';
import { policyFor, type StoredBy } from '../page-cache/cached-page.ts';
import { type PageBuild, permissionsPolicy, reportingEndpoints } from '../pages/page-build.ts';
import type { PageSource } from '../pages/page-source.ts';
import { type Access, type AgeAccess, dataUrl } from './age-access.ts';
import { openToEveryone } from './open-to-everyone.ts';

type Shown = Pick<AgeDoor, 'kind' | 'returnPath'> & { problem?: AgeDoor['problem'] };

export interface Door {
  /** Sends the door in place of a page: 403 until the age is assured, 451 where the site is closed. */
  send: (request: FastifyRequest, reply: FastifyReply, shown: Shown) => Promise<FastifyReply>;
}

export interface DoorOptions {
  build: Pick<PageBuild, 'renderDoor'>;
  contentSecurityPolicy: PageSource['contentSecurityPolicy'];
  settings: () => Promise<Pick<SiteSettings, 'siteName' | 'accent' | 'leaveUrl'>>;
  /** The host of the provider. */
  provider: string | undefined;
}

const statuses = { assurance: 403, closed: 451 };

/** Rendered for each request, because it names the page that was requested. Nobody else may get it: not even a cache. */
export const createDoor = ({ build, contentSecurityPolicy, settings, provider }: DoorOptions): Door => ({
  send: async (_request, reply, { kind, returnPath, problem }) => {
    const { siteName, accent, leaveUrl } = await settings();
    const { html, inline } = build.renderDoor({ kind, siteName, accent, leaveUrl, provider, problem, returnPath });
    return reply
      .code(statuses[kind])
      .headers({
        'cache-control': 'private, no-store',
        'content-security-policy': contentSecurityPolicy(inline, {}),
        'permissions-policy': permissionsPolicy,
        // The provider need not know which page somebody wants to see.
        'referrer-policy': 'no-referrer',
        'reporting-endpoints': reportingEndpoints,
        'x-robots-tag': 'noindex',
      })
      .type('text/html; charset=utf-8')
      .send(html);
  },
});

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

/** Stronger than what hides the site until the question is answered: see document-head.tsx. */
const answered = '#age-gate#age-gate{display:none!important}#site#site#site{display:block!important}';

/**
 * A style sheet that only browsers without JavaScript load. Pages are the same for everyone and cannot say whose age was checked;
 * this can.
 */
export const registerAgeAnswer = (app: FastifyInstance, { isAssured }: Pick<AgeAccess, 'isAssured'>) => {
  app.get(ageAnswerPath, openToEveryone, async (request, reply) =>
    reply
      .header('cache-control', 'private, no-store')
      .type('text/css; charset=utf-8')
      .send(isAssured(request.raw) ? answered : ''),
  );
};
