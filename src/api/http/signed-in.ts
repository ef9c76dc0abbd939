import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#db/database.ts';
import { findAdmin } from '#domain/accounts/admins.ts';
import type { Browser, SignedIn } from '#domain/accounts/start-session.ts';
import { toAdminRecord } from '../records/admin.ts';
import { clientInfoOf } from './actor.ts';
import { deviceTokenOf, setDeviceCookie } from './device-cookie.ts';
import { isFromUntrustedProxy } from './proxy-watch.ts';
import { setSessionCookie } from './session-cookie.ts';

export const browserOf = (request: FastifyRequest, siteUrl: string): Browser => ({
  ...clientInfoOf(request),
  isIpShared: isFromUntrustedProxy(request),
  deviceToken: deviceTokenOf(request, siteUrl),
  session: request.session,
});

/** Sets the cookies of a new session and returns the response of every way to sign in. */
export const respondSignedIn = async (
  reply: FastifyReply,
  { db, siteUrl }: { db: Db; siteUrl: string },
  { adminId, token, deviceToken }: SignedIn,
) => {
  setSessionCookie(reply, token, siteUrl);
  setDeviceCookie(reply, deviceToken, siteUrl);
  return {
    success: true as const,
    message: 'Login successful! Redirecting...',
    admin: toAdminRecord(await findAdmin(db, adminId)),
  };
};
