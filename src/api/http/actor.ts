import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Requester } from '#domain/accounts/account-notices.ts';
import type { ClientInfo, Session } from '#domain/accounts/sessions.ts';
import type { Actor } from '#domain/audit/record-change.ts';
import { UnauthenticatedError } from '#domain/errors.ts';

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

/** The session of a call that needs one. */
export const sessionOf = ({ session }: { session: Session | undefined }): Session => {
  if (!session) throw new UnauthenticatedError('Please log in.');
  return session;
};

export const isMainAdmin = (call: { session: Session | undefined }) => sessionOf(call).role === 'main_admin';

export const actorOf = (call: { session: Session | undefined; request: FastifyRequest }): Actor => {
  const { adminId, username, token } = sessionOf(call);
  return { adminId, admin: username, ip: ipOf(call.request), ...(token ? { token: token.name } : {}) };
};

/** An actor, or a visitor. */
export type Caller = Actor | { adminId: null; admin?: undefined; ip: string | null };

export const callerOf = (call: { session: Session | undefined; request: FastifyRequest }): Caller =>
  call.session ? actorOf(call) : { adminId: null, ip: ipOf(call.request) };

export const requesterOf = (call: { session: Session | undefined; request: FastifyRequest }): Requester => ({
  actor: actorOf(call),
  userAgent: clientInfoOf(call.request).userAgent,
});
