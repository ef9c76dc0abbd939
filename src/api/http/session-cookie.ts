import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import { findSessionByToken, type Session, sessionLifetime } from '#domain/accounts/sessions.ts';

export const sessionCookieName = 'marquee_session';

const attributes = (siteUrl: string) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: siteUrl.startsWith('https:') }) as const;

export const setSessionCookie = (reply: FastifyReply, token: string, siteUrl: string) => {
  void reply.setCookie(sessionCookieName, token, { ...attributes(siteUrl), maxAge: sessionLifetime / 1000 });
};

export const clearSessionCookie = (reply: FastifyReply, siteUrl: string) => {
  void reply.clearCookie(sessionCookieName, attributes(siteUrl));
};

/** The session of the request's cookie. */
export const findSession =
  (db: Db) =>
  async (request: FastifyRequest): Promise<Session | undefined> => {
    const token = request.cookies[sessionCookieName];
    return token ? findSessionByToken(db, token) : undefined;
  };
