import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import { findSessionByToken, type Session, sessionLifetime } from '#domain/accounts/sessions.ts';
import { cookieAttributes, cookieName } from './cookie.ts';

export const sessionCookieName = (siteUrl: string) => cookieName('session', siteUrl);

export const setSessionCookie = (reply: FastifyReply, token: string, siteUrl: string) => {
  const maxAge = sessionLifetime / 1000;
  void reply.setCookie(sessionCookieName(siteUrl), token, { ...cookieAttributes(siteUrl), maxAge });
};

export const clearSessionCookie = (reply: FastifyReply, siteUrl: string) => {
  void reply.clearCookie(sessionCookieName(siteUrl), cookieAttributes(siteUrl));
};

/** The session of the request's cookie. */
export const findSession =
  (db: Db, siteUrl: string) =>
  async (request: FastifyRequest): Promise<Session | undefined> => {
    const token = request.cookies[sessionCookieName(siteUrl)];
    return token ? findSessionByToken(db, token) : undefined;
  };
