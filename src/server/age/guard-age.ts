import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cookieAttributes, cookieName } from '#api/http/cookies.ts';
import type { SiteSettings } from '#contract/settings.ts';
import { type AgeDoor, ageAnswerDays, ageAnswerPath, ageAnswerStylePath } from '#contract/values/age-checks.ts';
import type { Session } from '#domain/accounts/sessions.ts';
import { AgeAssuranceRequiredError, CountryClosedError, ForbiddenError } from '#domain/errors.ts';
import { policyFor, type StoredBy } from '../page-cache/cached-page.ts';
import { type PageBuild, permissionsPolicy, reportingEndpoints } from '../pages/page-build.ts';
import type { PageSource } from '../pages/page-source.ts';
import { type Access, type AgeAccess, dataUrl } from './age-access.ts';
import { openToEveryone } from './open-to-everyone.ts';

type DoorContent = Pick<AgeDoor, 'kind' | 'returnPath'> & { problem?: AgeDoor['problem'] };

export interface Door {
  /** Sends the door in place of a page: 403 until the age is assured, 451 where the site is closed. */
  send: (request: FastifyRequest, reply: FastifyReply, content: DoorContent) => Promise<FastifyReply>;
}

export interface DoorOptions {
  build: Pick<PageBuild, 'renderDoor'>;
  contentSecurityPolicy: PageSource['contentSecurityPolicy'];
  settings: () => Promise<Pick<SiteSettings, 'siteName' | 'accent' | 'leaveUrl'>>;
  /** The host of the age check provider. */
  provider: string | undefined;
}

const statuses = { assurance: 403, closed: 451 };

/** The door is rendered for each request and never cached, because it names the requested page. */
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
        // Don't tell the provider which page was requested.
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
    /** Why the visitor may not see the site; undefined if they may see it. */
    shutOut: Exclude<Access, 'open'> | undefined;
  }
}

export interface GuardAgeOptions {
  access: AgeAccess;
  door: Door;
  findSession: (request: FastifyRequest) => Promise<Session | undefined>;
  siteUrl: string;
  /** True for pages that everyone may see: the back-office, and pages about the site itself. */
  isOpenPage: (url: string) => boolean;
}

/** The URL of the page whose data was requested. */
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
 * Guards every route that isn't declared open to everyone, so that new routes are guarded by default. Runs after the
 * `onRequest` hooks, so that shut-out visitors are rate limited too, and API calls have found their session.
 */
export const guardAge = (app: FastifyInstance, { access, door, findSession, siteUrl, isOpenPage }: GuardAgeOptions) => {
  app.decorateRequest('shutOut', undefined);
  app.addHook('preParsing', async (request, reply) => {
    if (request.routeOptions.config.isOpenToEveryone) return;
    const kind = await access.accessOf(request.raw);
    // Admins see everything in the back-office anyway, with the same pictures.
    if (kind === 'open' || (request.session ?? (await findSession(request)))) return;
    request.shutOut = kind;
    const { url = '/' } = request.raw;
    // This includes forms sent to such a page: reports may come from anywhere.
    if (isOpenPage(url)) return;
    if (request.routeOptions.url !== '/*') throw refusals[kind]();
    if (!dataUrl.test(url)) return door.send(request, reply, { kind, returnPath: url });
    // Makes React Router load the page as a document, which is then the door.
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
  /** Browsers may store pictures and API responses: they aren't shown by themselves, and are needed on many pages. */
  const storedBy = ({ raw, routeOptions, shutOut }: FastifyRequest): StoredBy => {
    if (shutOut) return 'nobody';
    const stored = access.storedBy(raw);
    return stored === 'nobody' && routeOptions.url !== '/*' ? 'visitor' : stored;
  };
  app.addHook('onSend', async (request, reply) => {
    // Says that the site itself blocks it, not an intermediary (RFC 7725).
    if (reply.statusCode === 451) reply.header('link', `<${siteUrl}/>; rel="blocked-by"`);
    if (request.routeOptions.config.isOpenToEveryone) return;
    const stored = storedBy(request);
    if (stored === 'everyone') return;
    reply.header('cache-control', policyFor(String(reply.getHeader('cache-control') ?? ''), stored));
  });
};

/** More specific than the styles that hide the site until the age question is answered: see document-head.tsx. */
const answered = '#age-gate#age-gate{display:none!important}#site#site#site{display:block!important}';

/** The path of the page that the gate was answered on, from the Referer header. Undefined if another site sent the form. */
const answeredPage = ({ headers }: FastifyRequest): string | undefined => {
  const hostOf = (url: string | undefined) => (url && URL.canParse(url) ? new URL(url).host : undefined);
  const { origin, referer } = headers;
  const site = headers['sec-fetch-site'];
  if (site ? site !== 'same-origin' : hostOf(origin ?? referer) !== headers.host) return undefined;
  if (!referer || hostOf(referer) !== headers.host) return '/';
  const { pathname, search } = new URL(referer);
  // Never `//host`, which would lead to another site.
  return pathname.replace(/^\/+/, '/') + search;
};

const daySeconds = 86_400;

/**
 * The age gate's answer in browsers without JavaScript: a form that stores it in a cookie, and a style sheet that only they
 * load. It hides the gate from visitors who have answered or passed an age check, which pages cannot do because they are
 * the same for everyone. The answer opens nothing where an age check is required.
 */
export const registerAgeAnswer = (
  app: FastifyInstance,
  { isAssured, siteUrl }: Pick<AgeAccess, 'isAssured'> & { siteUrl: string },
) => {
  const cookie = cookieName('adult', siteUrl);
  app.get(ageAnswerStylePath, openToEveryone, async (request, reply) =>
    reply
      .header('cache-control', 'private, no-store')
      .type('text/css; charset=utf-8')
      .send(request.cookies[cookie] === '1' || isAssured(request.raw) ? answered : ''),
  );
  void app.register(async (scope) => {
    // The form has no fields.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64 },
      (_, __, done) => done(null),
    );
    scope.post(ageAnswerPath, openToEveryone, async (request, reply) => {
      const page = answeredPage(request);
      if (page === undefined) throw new ForbiddenError('This form was sent from another site.');
      // Read by the first-paint script, too, if JavaScript is turned on later.
      const attributes = { ...cookieAttributes(siteUrl), httpOnly: false, maxAge: ageAnswerDays * daySeconds };
      return reply.setCookie(cookie, '1', attributes).header('cache-control', 'private, no-store').redirect(page, 303);
    });
  });
};
