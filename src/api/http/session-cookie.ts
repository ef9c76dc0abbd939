import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionLifetime } from '#domain/accounts/sessions.ts';
import { cookieAttributes, cookieName } from './cookie.ts';

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
