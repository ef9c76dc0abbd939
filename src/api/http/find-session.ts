import type { FastifyRequest } from 'fastify';
import type { Route } from '#contract/route.ts';
import type { Db } from '#db/database.ts';
import { answerInTime } from '#db/unavailable.ts';
import { findSessionByApiToken } from '#domain/accounts/find-api-token.ts';
import { findSessionByToken, findSessionForProof, type Session } from '#domain/accounts/sessions.ts';
import { countAttempt, wrongTokenCounters } from '#domain/accounts/sign-in-throttle.ts';
import { ForbiddenError, UnauthenticatedError } from '#domain/errors.ts';
import type { AccountKeys } from '#domain/secrets/keys.ts';
import { clientInfoOf } from './actor.ts';
import { apiTokenOf } from './api-token.ts';
import { isFromUntrustedProxy } from './proxy-watch.ts';
import { sessionTokenOf } from './session-cookie.ts';

/** Pages have no access of their own. */
type Called = Partial<Pick<Route, 'access' | 'givesProof' | 'tokenScopes'>>;

export type FindSession = (request: FastifyRequest, route: Called) => Promise<Session | undefined>;

const wrongToken = 'This API token is not valid: it was mistyped, revoked, or has expired.';

const refuseWrongToken = async (db: Db, request: FastifyRequest): Promise<never> => {
  const { ip } = clientInfoOf(request);
  await countAttempt(db, wrongTokenCounters({ ip, isIpShared: isFromUntrustedProxy(request) }));
  throw new UnauthenticatedError(wrongToken);
};

/** A call that names no scope takes no token. One that anyone may make is then answered as to anyone. */
const sessionOfToken = async (db: Db, request: FastifyRequest, token: string, { access, tokenScopes }: Called) => {
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
