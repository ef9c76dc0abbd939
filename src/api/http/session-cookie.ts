import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '#contract/route.ts';
import type { Db } from '#db/database.ts';
import { answerInTime } from '#db/unavailable.ts';
import type { AccountKeys } from '#domain/accounts/keys.ts';
import { findSessionByToken, findSessionForProof, type Session, sessionLifetime } from '#domain/accounts/sessions.ts';
import { cookieAttributes, cookieName } from './cookie.ts';

export type FindSession = (request: FastifyRequest, route: Pick<Route, 'givesProof'>) => Promise<Session | undefined>;

export const sessionCookieName = (siteUrl: string) => cookieName('session', siteUrl);

export const setSessionCookie = (reply: FastifyReply, token: string, siteUrl: string) => {
  const maxAge = sessionLifetime / 1000;
  void reply.setCookie(sessionCookieName(siteUrl), token, { ...cookieAttributes(siteUrl), maxAge });
};

export const clearSessionCookie = (reply: FastifyReply, siteUrl: string) => {
  void reply.clearCookie(sessionCookieName(siteUrl), cookieAttributes(siteUrl));
};

export const sessionTokenOf = ({ cookies }: FastifyRequest, siteUrl: string) =>
  cookies[sessionCookieName(siteUrl)] ?? '';

/** The session of the request's cookie. */
export const findSession =
  ({ db, keys, siteUrl }: { db: Db; keys: AccountKeys; siteUrl: string }): FindSession =>
  async (request, { givesProof }) => {
    const token = sessionTokenOf(request, siteUrl);
    if (token === '') return undefined;
    return answerInTime(givesProof ? findSessionForProof(db, keys, token) : findSessionByToken(db, token));
  };
