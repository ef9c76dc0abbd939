import type { Db } from '#db/database.ts';
import { TooManyRequestsError, ValidationError } from '#domain/errors.ts';
import { recordFailedProof } from './failed-sign-ins.ts';
import type { Session } from './sessions.ts';
import { countAttempt, passwordCounters, uncountAttempt } from './sign-in-throttle.ts';

/** The signed-in admin's own password or code, in a field of a form. Not a 401: the session is still good. */
export class WrongProofError extends ValidationError {
  constructor(field: string, message: string) {
    super(message, { [field]: message });
  }
}

/**
 * Runs work that checks the password of a signed-in admin, and perhaps a code. Wrong ones are throttled and audited as at the sign-in: whoever
 * has taken over a session may guess.
 */
export const guardPassword = async <T>(
  db: Db,
  session: Session,
  ip: string | null,
  work: () => Promise<T>,
): Promise<T> => {
  const counters = passwordCounters(session.adminId);
  try {
    await countAttempt(db, counters);
    const result = await work();
    await uncountAttempt(db, counters);
    return result;
  } catch (error) {
    const refused = error instanceof TooManyRequestsError;
    if (refused || error instanceof WrongProofError) await recordFailedProof(db, session, { ip, refused });
    else await uncountAttempt(db, counters);
    throw error;
  }
};
