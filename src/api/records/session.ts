import type { SessionRecord } from '#contract/accounts.ts';
import { deviceName } from '#domain/accounts/device-name.ts';
import type { ListedSession } from '#domain/accounts/sessions.ts';

export const toSessionRecord = (session: ListedSession, currentId: number): SessionRecord => ({
  _id: String(session.id),
  adminId: String(session.admin_id),
  username: session.username,
  ip: session.ip,
  device: deviceName(session.user_agent),
  userAgent: session.user_agent,
  createdAt: session.created_at.toISOString(),
  lastSeenAt: session.last_seen_at.toISOString(),
  expiresAt: session.expires_at.toISOString(),
  current: session.id === currentId,
});
