import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Route } from '#contract/calls/route.ts';
import { mayUse, roleRefusal, type Section, tokenStart } from '#contract/values/accounts.ts';
import type { Db } from '#db/database.ts';
import { answerInTime } from '#db/errors.ts';
import type { Requester } from '#domain/accounts/account-notices.ts';
import { findSessionByApiToken } from '#domain/accounts/api-tokens.ts';
import { type ClientInfo, findSessionByToken, findSessionForProof, type Session } from '#domain/accounts/sessions.ts';
import { countAttempt, wrongTokenCounters } from '#domain/accounts/sign-in-attempts.ts';
import type { Actor } from '#domain/audit-log.ts';
import { ForbiddenError, UnauthenticatedError } from '#domain/errors.ts';
import type { AccountKeys } from '#domain/secrets.ts';
import { sessionTokenOf } from './cookies.ts';
import { isFromUntrustedProxy } from './proxy-watch.ts';

const maxUserAgentLength = 500;

/** Link-local IPv6 addresses end in a zone id (`fe80::1%eth0`), which PostgreSQL's inet type does not accept. */
const ipOf = (request: FastifyRequest) => {
  const ip = request.ip.split('%')[0] ?? '';
  return isIP(ip) === 0 ? null : ip;
};

export const clientInfoOf = (request: FastifyRequest): ClientInfo => ({
  ip: ipOf(request),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
});

/** The session, or a 401. */
export const sessionOf = ({ session }: { session: Session | undefined }): Session => {
  if (!session) throw new UnauthenticatedError('Please log in.');
  return session;
};

export const isMainAdmin = (call: { session: Session | undefined }) => sessionOf(call).role === 'main_admin';

/** For what only some roles see in the response of a call. */
export const mayCaller = (call: { session: Session | undefined }, section: Section) =>
  mayUse(sessionOf(call).role, section);

export const assertMayUse = (call: { session: Session | undefined }, section: Section): void => {
  const { role } = sessionOf(call);
  if (!mayUse(role, section)) throw new ForbiddenError(roleRefusal(role, section));
};

export const actorOf = (call: { session: Session | undefined; request: FastifyRequest }): Actor => {
  const { adminId, username, token } = sessionOf(call);
  return { adminId, admin: username, ip: ipOf(call.request), ...(token ? { token: token.name } : {}) };
};

/** An admin, or a visitor. */
export type Caller = Actor | { adminId: null; admin?: undefined; ip: string | null };

export const callerOf = (call: { session: Session | undefined; request: FastifyRequest }): Caller =>
  call.session ? actorOf(call) : { adminId: null, ip: ipOf(call.request) };

export const requesterOf = (call: { session: Session | undefined; request: FastifyRequest }): Requester => ({
  actor: actorOf(call),
  userAgent: clientInfoOf(call.request).userAgent,
});

/** The API token of a request. Other Authorization headers are meant for a proxy in front of the site. */
export const apiTokenOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined => {
  const [, token] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  return token?.startsWith(tokenStart) ? token : undefined;
};

/** What is known about the called route; {} for pages. */
type CalledRoute = Partial<Pick<Route, 'access' | 'givesProof' | 'tokenScopes'>>;

export type FindSession = (request: FastifyRequest, route: CalledRoute) => Promise<Session | undefined>;

const wrongToken = 'This API token is not valid: it was mistyped, revoked, or has expired.';

const refuseWrongToken = async (db: Db, request: FastifyRequest): Promise<never> => {
  const { ip } = clientInfoOf(request);
  await countAttempt(db, wrongTokenCounters({ ip, isIpShared: isFromUntrustedProxy(request) }));
  throw new UnauthenticatedError(wrongToken);
};

/** Calls without scopes accept no token. Public calls then treat the caller as a visitor. */
const sessionOfToken = async (db: Db, request: FastifyRequest, token: string, { access, tokenScopes }: CalledRoute) => {
  const isForAnyone = access === undefined || access === 'anyone';
  if (!tokenScopes) {
    if (isForAnyone) return undefined;
    throw new ForbiddenError('API tokens cannot make this call. Sign in instead.');
  }
  const session = await answerInTime(findSessionByApiToken(db, token));
  if (!session) return refuseWrongToken(db, request);
  if (tokenScopes.some((scope) => session.token.scopes.includes(scope))) return session;
  if (isForAnyone) return undefined;
  throw new ForbiddenError(`This API token lacks the scope “${tokenScopes.join('” or “')}”.`);
};

/** The session of the request's API token or, without one, of its cookie. */
export const findSession =
  ({ db, keys, siteUrl }: { db: Db; keys: AccountKeys; siteUrl: string }): FindSession =>
  async (request, route) => {
    const apiToken = apiTokenOf(request);
    if (apiToken !== undefined) return sessionOfToken(db, request, apiToken, route);
    const token = sessionTokenOf(request, siteUrl);
    if (token === '') return undefined;
    return answerInTime(route.givesProof ? findSessionForProof(db, keys, token) : findSessionByToken(db, token));
  };
