import type { Db, Tx } from '#db/database.ts';
import { TooManyRequestsError } from '#domain/errors.ts';

const firstPause = 5 * 1000;
const longestPause = 15 * 60 * 1000;

/** How many failures are free before the pauses begin to grow. */
const freeTries = { account: 5, address: 20 };

const pauseAfter = (failures: number, free: number) =>
  failures < free ? 0 : Math.min(firstPause * 2 ** (failures - free), longestPause);

const take = async (tx: Tx, key: string, free: number, exempt: boolean) => {
  const now = Date.now();
  await tx
    .insertInto('sign_in_attempts')
    .values({ key, failures: 1, last_at: new Date(now - longestPause - 1) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const kept = await tx
    .selectFrom('sign_in_attempts')
    .selectAll()
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const wait = exempt ? 0 : (kept.blocked_until?.getTime() ?? 0) - now;
  if (wait > 0) throw new TooManyRequestsError('Too many attempts. Please try again later.', Math.ceil(wait / 1000));
  const failures = now - kept.last_at.getTime() > longestPause ? 1 : kept.failures + 1;
  const pause = pauseAfter(failures, free);
  await tx
    .updateTable('sign_in_attempts')
    .set({ failures, last_at: new Date(now), blocked_until: pause > 0 ? new Date(now + pause) : null })
    .where('key', '=', key)
    .execute();
};

export interface Attempt {
  account: string;
  address: string;
  /** An address that this account has used before is not kept out by what others guess from elsewhere. */
  knownAddress: boolean;
}

const keysOf = ({ account, address }: Attempt) => [`account:${account}`, `address:${address}`] as const;

/** Counts an attempt as failed before it is looked at, so that many at once cannot slip through together. */
export const countAttempt = (db: Db, attempt: Attempt): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const [account, address] = keysOf(attempt);
    await take(tx, account, freeTries.account, attempt.knownAddress);
    await take(tx, address, freeTries.address, false);
  });

/** It succeeded after all. */
export const clearAttempts = async (db: Db, attempt: Attempt): Promise<void> => {
  await db
    .deleteFrom('sign_in_attempts')
    .where('key', 'in', [...keysOf(attempt)])
    .execute();
};

/** Drops what is too old to matter. */
export const pruneAttempts = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('sign_in_attempts')
    .where('last_at', '<', new Date(Date.now() - 2 * longestPause))
    .execute();
};
