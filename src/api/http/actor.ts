import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Session } from '#domain/accounts/session.ts';
import type { ClientInfo } from '#domain/accounts/sessions.ts';
import type { Actor } from '#domain/audit/record-change.ts';
import { UnauthenticatedError } from '#domain/errors.ts';

const longestUserAgent = 500;

/** Addresses of one network interface carry its name after a percent sign, which the database does not know. */
const addressOf = ({ ip }: FastifyRequest) => {
  const address = ip.split('%')[0] ?? '';
  return isIP(address) === 0 ? null : address;
};

export const clientInfoOf = (request: FastifyRequest): ClientInfo => ({
  ip: addressOf(request),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, longestUserAgent),
});

/** The admin behind a call of the back-office; the route table has let no one else through. */
export const sessionOf = ({ session }: { session: Session | undefined }): Session => {
  if (!session) throw new UnauthenticatedError('Please log in.');
  return session;
};

export const actorOf = (call: { session: Session | undefined; request: FastifyRequest }): Actor => {
  const { adminId, username } = sessionOf(call);
  return { adminId, admin: username, ip: addressOf(call.request) };
};
