import type { SessionRecord } from '#contract/accounts.ts';
import { adminClient } from '../session/admin-client.ts';
import { type WithId, withId } from './record.ts';

export type Session = WithId<SessionRecord>;

export const loadSessions = async () => (await adminClient.getSessions()).sessions.map(withId);

export const loadAllSessions = async () => (await adminClient.getAllSessions()).sessions.map(withId);

export const endSession = ({ id }: Session) => adminClient.endSession({ params: { id } });

export const endAnySession = ({ id }: Session) => adminClient.endAnySession({ params: { id } });

export const endSessionsOfAdmin = ({ adminId }: Session) => adminClient.endSessionsOfAdmin({ params: { id: adminId } });

export const endOtherSessions = () => adminClient.endOtherSessions();
