import type { SessionRecord } from '#contract/accounts.ts';
import { adminClient } from '../session/admin-client.ts';
import { isNotFound } from '../session/failure.ts';
import { type WithId, withId } from './record.ts';

export type Session = WithId<SessionRecord>;

export const loadSessions = async () => (await adminClient.getSessions()).sessions.map(withId);

export const loadAllSessions = async () => (await adminClient.getAllSessions()).sessions.map(withId);

/** A session that is not there any more has ended: it expired, or somebody else was faster. */
const goneIsEnded = async (ending: Promise<unknown>) => {
  try {
    await ending;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
};

export const endSession = ({ id }: Session) => goneIsEnded(adminClient.endSession({ params: { id } }));

export const endAnySession = ({ id }: Session) => goneIsEnded(adminClient.endAnySession({ params: { id } }));

export const endSessionsOfAdmin = ({ adminId }: Session) => adminClient.endSessionsOfAdmin({ params: { id: adminId } });

export const endOtherSessions = () => adminClient.endOtherSessions();
