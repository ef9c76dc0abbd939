import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceLifetime } from '#domain/accounts/devices.ts';
import { challengeLifetime } from '#domain/accounts/passkeys.ts';
import { sessionLifetime } from '#domain/accounts/sessions.ts';
import { pendingLifetime } from '#domain/accounts/sign-in.ts';

const isHttps = (siteUrl: string) => siteUrl.startsWith('https:');

/** Browsers accept a `__Host-` cookie from this host over https alone: no other subdomain can set or overwrite it. */
export const cookieName = (name: string, siteUrl: string) => `${isHttps(siteUrl) ? '__Host-' : ''}marquee_${name}`;

export const cookieAttributes = (siteUrl: string) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(siteUrl) }) as const;

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

/** A short-lived cookie for one step of a sign-in. It grants nothing by itself. */
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

/** Identifies a browser that has signed in before. It outlives the session and grants nothing. */
export const setDeviceCookie = (reply: FastifyReply, token: string, siteUrl: string) => {
  const maxAge = deviceLifetime / 1000;
  void reply.setCookie(cookieName('device', siteUrl), token, { ...cookieAttributes(siteUrl), maxAge });
};

export const deviceTokenOf = ({ cookies }: FastifyRequest, siteUrl: string) => cookies[cookieName('device', siteUrl)];
