import type { FastifyReply, FastifyRequest } from 'fastify';
import { challengeLifetime } from '#domain/accounts/passkey-challenges.ts';
import { pendingLifetime } from '#domain/accounts/pending-sign-ins.ts';
import { cookieAttributes, cookieName } from './cookie.ts';

/** A cookie for one step, which says nothing by itself. */
const stepCookie = (name: string, lifetime: number) => ({
  set: (reply: FastifyReply, token: string, siteUrl: string) => {
    void reply.setCookie(cookieName(name, siteUrl), token, { ...cookieAttributes(siteUrl), maxAge: lifetime / 1000 });
  },
  read: ({ cookies }: FastifyRequest, siteUrl: string) => cookies[cookieName(name, siteUrl)],
  clear: (reply: FastifyReply, siteUrl: string) => {
    void reply.clearCookie(cookieName(name, siteUrl), cookieAttributes(siteUrl));
  },
});

/** Between the password and the second step. */
export const pendingCookie = stepCookie('pending', pendingLifetime);

/** Between the request for a passkey and the passkey. */
export const challengeCookie = stepCookie('challenge', challengeLifetime);
