import type { SessionRecord } from '#contract/accounts.ts';
import { adminClient } from '../session/admin-client.ts';
import { type WithId, withId } from './record.ts';

export type Session = WithId<SessionRecord>;

export const loadSessions = async () => (await adminClient.getSessions()).sessions.map(withId);

export const endSession = ({ id }: Session) => adminClient.endSession({ params: { id } });
