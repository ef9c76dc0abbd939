import type { Db, Tx } from '#db/database.ts';
import { TooManyRequestsError } from '#domain/errors.ts';

const firstPause = 5 * 1000;
const maxPause = 15 * 60 * 1000;

/** Failures that cost nothing; from then on each one doubles the pause. */
const freeFailures = { account: 5, ip: 20 };

/** Milliseconds for which attempts are refused after so many failures in a row. */
export const blockedMsAfter = (failures: number, kind: keyof typeof freeFailures): number => {
  const beyondFree = failures - freeFailures[kind];
  return beyondFree < 0 ? 0 : Math.min(firstPause * 2 ** beyondFree, maxPause);
};

interface Attempts {
  kind: keyof typeof freeFailures;
  key: string;
}

const countFailure = async (tx: Tx, { kind, key }: Attempts, { exempt }: { exempt: boolean }) => {
  const now = Date.now();
  // Inserting first leaves a row to lock, so that concurrent attempts are counted one after the other.
  await tx
    .insertInto('sign_in_attempts')
    .values({ key, failures: 1, last_at: new Date(now - maxPause - 1) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const stored = await tx
    .selectFrom('sign_in_attempts')
    .selectAll()
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const wait = exempt ? 0 : (stored.blocked_until?.getTime() ?? 0) - now;
  if (wait > 0) throw new TooManyRequestsError('Too many attempts. Please try again later.', Math.ceil(wait / 1000));
  const failures = now - stored.last_at.getTime() > maxPause ? 1 : stored.failures + 1;
  const pause = blockedMsAfter(failures, kind);
  await tx
    .updateTable('sign_in_attempts')
    .set({ failures, last_at: new Date(now), blocked_until: pause > 0 ? new Date(now + pause) : null })
    .where('key', '=', key)
    .execute();
};

export interface Attempt {
  account: string;
  ip: string;
  /** From an IP that this account has signed in from before: guesses from elsewhere must not lock its owner out. */
  fromKnownIp: boolean;
}

const attemptsOf = ({ account, ip }: Attempt) => ({
  account: { kind: 'account', key: `account:${account}` } as const,
  ip: { kind: 'ip', key: `ip:${ip}` } as const,
});

/** Counts the attempt as failed before the password is checked, so that concurrent guesses cannot slip through. */
export const countAttempt = (db: Db, attempt: Attempt): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { account, ip } = attemptsOf(attempt);
    await countFailure(tx, account, { exempt: attempt.fromKnownIp });
    await countFailure(tx, ip, { exempt: false });
  });

/** Takes the count back after a successful attempt. */
export const clearAttempts = async (db: Db, attempt: Attempt): Promise<void> => {
  const { account, ip } = attemptsOf(attempt);
  await db.deleteFrom('sign_in_attempts').where('key', 'in', [account.key, ip.key]).execute();
};

export const pruneAttempts = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('sign_in_attempts')
    .where('last_at', '<', new Date(Date.now() - 2 * maxPause))
    .execute();
};
