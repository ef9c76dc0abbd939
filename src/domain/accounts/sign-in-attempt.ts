import type { Db } from '#db/database.ts';
import { TooManyRequestsError, UnauthenticatedError } from '#domain/errors.ts';
import { recordFailedSignIn } from './failed-sign-ins.ts';
import { type Counter, countAttempt, uncountAttempt } from './sign-in-throttle.ts';

interface Attempted {
  counters: Counter[];
  /** Undefined for an unknown account. */
  admin: { id: number; username: string } | undefined;
  ip: string | null;
}

/**
 * Makes one attempt to sign in: counted as failed beforehand, and in the audit log if it did fail. `attempt` gets to know
 * whether it has to fail whatever the password.
 */
export const attemptSignIn = async <Result>(
  db: Db,
  { counters, admin, ip }: Attempted,
  attempt: (mustFail: boolean) => Promise<Result>,
): Promise<Result> => {
  let mustFail = false;
  try {
    mustFail = await countAttempt(db, counters);
    const result = await attempt(mustFail);
    await uncountAttempt(db, counters);
    return result;
  } catch (error) {
    const refused = mustFail || error instanceof TooManyRequestsError;
    if (refused || error instanceof UnauthenticatedError) await recordFailedSignIn(db, { admin, ip, refused });
    throw error;
  }
};
