import type { SessionRecord } from '#contract/accounts.ts';
import type { sessionsOf } from '#domain/accounts/sessions.ts';

type OpenSession = Awaited<ReturnType<typeof sessionsOf>>[number];

export const toSessionRecord = (session: OpenSession, currentId: number): SessionRecord => ({
  _id: String(session.id),
  ip: session.ip,
  userAgent: session.user_agent,
  createdAt: session.created_at.toISOString(),
  lastSeenAt: session.last_seen_at.toISOString(),
  expiresAt: session.expires_at.toISOString(),
  current: session.id === currentId,
});
