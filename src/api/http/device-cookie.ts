import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceLifetime } from '#domain/accounts/known-devices.ts';
import { cookieAttributes, cookieName } from './cookie.ts';

/** Tells a browser that has signed in before; it outlives the session and grants nothing. */
export const setDeviceCookie = (reply: FastifyReply, token: string, siteUrl: string) => {
  const maxAge = deviceLifetime / 1000;
  void reply.setCookie(cookieName('device', siteUrl), token, { ...cookieAttributes(siteUrl), maxAge });
};

export const deviceTokenOf = ({ cookies }: FastifyRequest, siteUrl: string) => cookies[cookieName('device', siteUrl)];
