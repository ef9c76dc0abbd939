import { createHash } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { TooManyRequestsError } from '#domain/errors.ts';
import { ipNetwork } from '#domain/ip-network.ts';

const minute = 60 * 1000;
const firstPause = 5 * 1000;
const maxPause = 15 * minute;

/** `freeFailures` cost nothing; from then on each one doubles the pause. A counter starts over after `memory`. */
const rules = {
  account: { freeFailures: 5, memory: maxPause },
  /** One IP at one account. Remembers longer, against slow guessing. */
  pair: { freeFailures: 10, memory: 24 * 60 * minute },
  ip: { freeFailures: 20, memory: maxPause },
  /** The IP of a proxy that is not trusted. Others sign in through it too, so it takes more to make everyone wait. */
  sharedIp: { freeFailures: 100, memory: maxPause },
  /** A browser that the account has signed in with before. */
  device: { freeFailures: 5, memory: maxPause },
};

export interface Counter {
  kind: keyof typeof rules;
  key: string;
}

/** Milliseconds for which attempts are refused after so many failures in a row. */
export const blockedMsAfter = (failures: number, kind: Counter['kind']): number => {
  const beyondFree = failures - rules[kind].freeFailures;
  return beyondFree < 0 ? 0 : Math.min(firstPause * 2 ** beyondFree, maxPause);
};

/** Inserts a missing row; the update that changes nothing locks an existing one, so that attempts are counted in turn. */
const lockCounter = (tx: Tx, key: string) =>
  tx
    .insertInto('sign_in_attempts')
    .values({ key, failures: 0 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returningAll()
    .executeTakeFirstOrThrow();

const countFailure = async (tx: Tx, { kind, key }: Counter) => {
  const stored = await lockCounter(tx, key);
  const now = Date.now();
  const wait = (stored.blocked_until?.getTime() ?? 0) - now;
  // No pause is longer than the longest: if it seems so, the clock was set back, perhaps by a day.
  if (wait > 0 && wait <= maxPause)
    throw new TooManyRequestsError('Too many attempts. Please try again later.', Math.ceil(wait / 1000));
  const failures = now - stored.last_at.getTime() > rules[kind].memory ? 1 : stored.failures + 1;
  const pause = blockedMsAfter(failures, kind);
  await tx
    .updateTable('sign_in_attempts')
    .set({ failures, last_at: new Date(now), blocked_until: pause > 0 ? new Date(now + pause) : null })
    .where('key', '=', key)
    .execute();
};

interface Client {
  ip: string | null;
  /** Whether the IP seems to be that of a proxy, and so of all visitors. */
  isIpShared: boolean;
  /** The hash of a known device's token. */
  device: Buffer | undefined;
}

export interface Attempt extends Client {
  /** As typed: whether two identifiers share a counter would reveal that both belong to one account. */
  identifier: string;
}

/**
 * What an attempt counts against, always in this order, so that concurrent transactions cannot deadlock. A known device
 * of the account has an allowance of its own: guesses from elsewhere must not lock the account's owner out.
 */
const countersFor = (account: string, { ip, isIpShared, device }: Client): Counter[] => {
  if (device) return [{ kind: 'device', key: `device:${device.toString('hex')}:${account}` }];
  const network = ip === null ? 'unknown' : ipNetwork(ip);
  return [
    { kind: 'account', key: `account:${account}` },
    { kind: 'pair', key: `pair:${account}:${network}` },
    isIpShared ? { kind: 'sharedIp', key: `shared-ip:${network}` } : { kind: 'ip', key: `ip:${network}` },
  ];
};

/** For guesses at a password. */
export const countersOf = ({ identifier, ...client }: Attempt): Counter[] =>
  // Hashed for a bounded length.
  countersFor(createHash('sha256').update(identifier.toLowerCase()).digest('hex'), client);

/** For guesses at the code of the second step. No hash of an identifier looks like this, so nobody can lock it by name. */
export const secondStepCounters = (adminId: number, client: Client): Counter[] =>
  countersFor(`second-step-${adminId}`, client);

/** Counts the attempt as failed before the password is checked, so that concurrent guesses cannot slip through. */
export const countAttempt = (db: Db, counters: Counter[]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const counter of counters) await countFailure(tx, counter);
  });

/**
 * After a success, takes this attempt's own count back and no other: otherwise a guesser who signs in to an account of
 * their own could go on forever. Only a device starts over, because nobody else counts there.
 */
export const uncountAttempt = async (db: Db, counters: Counter[]): Promise<void> => {
  for (const { kind, key } of counters)
    await db
      .updateTable('sign_in_attempts')
      .set((expression) => ({
        failures:
          kind === 'device'
            ? 0
            : expression.fn<number>('greatest', [expression('failures', '-', 1), expression.lit(0)]),
        blocked_until: null,
      }))
      .where('key', '=', key)
      .execute();
};

export const pruneAttempts = async (db: Db): Promise<void> => {
  const longestMemory = Math.max(...Object.values(rules).map(({ memory }) => memory));
  await db
    .deleteFrom('sign_in_attempts')
    .where('last_at', '<', new Date(Date.now() - longestMemory - maxPause))
    .execute();
};
