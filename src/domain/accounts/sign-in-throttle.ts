import { createHash } from 'node:crypto';
import type { Db, Tx } from '#db/database.ts';
import { TooManyRequestsError } from '#domain/errors.ts';
import { ipNetwork } from '#domain/ip.ts';

const minute = 60 * 1000;
const firstPause = 5 * 1000;
const longPause = 15 * minute;
/** Anyone can lock an account to new browsers. Whoever does so should not keep its owner waiting for long. */
const accountPause = 5 * minute;

/** `freeFailures` cost nothing; from then on each one doubles the pause, up to `maxPause`. A counter starts over after `memory`. */
const rules = {
  identifier: { freeFailures: 5, memory: 15 * minute, maxPause: accountPause },
  account: { freeFailures: 5, memory: 15 * minute, maxPause: accountPause },
  /** Of somebody who already has a session or the password, so that strangers cannot lock it. */
  proof: { freeFailures: 5, memory: 15 * minute, maxPause: longPause },
  /** One IP at one account. Remembers longer, against slow guessing. */
  pair: { freeFailures: 10, memory: 24 * 60 * minute, maxPause: longPause },
  ip: { freeFailures: 20, memory: 15 * minute, maxPause: longPause },
  /** The IP of a proxy that is not trusted. Others sign in through it too, so it takes more to make everyone wait. */
  sharedIp: { freeFailures: 100, memory: 15 * minute, maxPause: longPause },
  /** A browser that the account has signed in with before. */
  device: { freeFailures: 5, memory: 15 * minute, maxPause: longPause },
};

export interface Counter {
  kind: keyof typeof rules;
  key: string;
  /** Whether a refusal must look like a wrong password, because another answer would reveal whose counter it is. */
  isSecret?: boolean;
}

/** Milliseconds for which attempts are refused after so many failures in a row. */
export const blockedMsAfter = (failures: number, kind: Counter['kind']): number => {
  const { freeFailures, maxPause } = rules[kind];
  return failures < freeFailures ? 0 : Math.min(firstPause * 2 ** (failures - freeFailures), maxPause);
};

/** Inserts a missing row; the update that changes nothing locks an existing one, so that attempts are counted in turn. */
const lockCounter = (tx: Tx, key: string) =>
  tx
    .insertInto('sign_in_attempts')
    .values({ key, failures: 0 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returningAll()
    .executeTakeFirstOrThrow();

/** Returns for how many milliseconds the attempt is refused. A refused one does not count. */
const countFailure = async (tx: Tx, { kind, key }: Counter, now: number): Promise<number> => {
  const stored = await lockCounter(tx, key);
  const wait = (stored.blocked_until?.getTime() ?? 0) - now;
  // No pause is longer than the longest: if it seems so, the clock was set back, perhaps by a day.
  if (wait > 0 && wait <= rules[kind].maxPause) return wait;
  const failures = now - stored.last_at.getTime() > rules[kind].memory ? 1 : stored.failures + 1;
  const pause = blockedMsAfter(failures, kind);
  await tx
    .updateTable('sign_in_attempts')
    .set({ failures, last_at: new Date(now), blocked_until: pause > 0 ? new Date(now + pause) : null })
    .where('key', '=', key)
    .execute();
  return 0;
};

interface Client {
  ip: string | null;
  /** Whether the IP seems to be that of a proxy, and so of all visitors. */
  isIpShared: boolean;
  /** The hash of a known device's token. */
  device: Buffer | undefined;
}

export interface Attempt extends Client {
  /** As typed. */
  identifier: string;
  /** The account that it belongs to, if there is one. */
  adminId: number | undefined;
}

const networkOf = ({ ip }: Pick<Client, 'ip'>) => (ip === null ? 'unknown' : ipNetwork(ip));

const ipCounter = (client: Pick<Client, 'ip' | 'isIpShared'>): Counter =>
  client.isIpShared
    ? { kind: 'sharedIp', key: `shared-ip:${networkOf(client)}` }
    : { kind: 'ip', key: `ip:${networkOf(client)}` };

/** Hashed for a bounded length. No hash looks like the id of an admin. */
const hashOf = (identifier: string) => createHash('sha256').update(identifier.toLowerCase()).digest('hex');

/**
 * For guesses at a password, always in this order, so that concurrent transactions cannot deadlock. A known device of the
 * account has an allowance of its own: guesses from elsewhere must not lock the account's owner out.
 *
 * The email and the username of an account share its counters, and these are secret: if one were refused openly after
 * guesses at the other, both would be known to belong to one account. An unknown identifier has the same counters for
 * itself alone, and costs as much work.
 */
export const countersOf = ({ identifier, adminId, ...client }: Attempt): Counter[] => {
  const typed = hashOf(identifier);
  const account = adminId ?? typed;
  if (client.device) return [{ kind: 'device', key: `device:${client.device.toString('hex')}:${account}` }];
  return [
    { kind: 'identifier', key: `identifier:${typed}` },
    { kind: 'pair', key: `pair:identifier:${typed}:${networkOf(client)}` },
    ipCounter(client),
    { kind: 'account', key: `account:${account}`, isSecret: true },
    { kind: 'pair', key: `pair:account:${account}:${networkOf(client)}`, isSecret: true },
  ];
};

/** For guesses at the code of the second step. */
export const secondStepCounters = (adminId: number, client: Client): Counter[] => {
  if (client.device) return [{ kind: 'device', key: `device:${client.device.toString('hex')}:second-step:${adminId}` }];
  return [
    { kind: 'proof', key: `second-step:${adminId}` },
    { kind: 'pair', key: `pair:second-step:${adminId}:${networkOf(client)}` },
    ipCounter(client),
  ];
};

/** For API tokens that do not exist: nobody can guess one, but everyone can make the database look for it. */
export const wrongTokenCounters = (client: Pick<Client, 'ip' | 'isIpShared'>): Counter[] => {
  const { kind, key } = ipCounter(client);
  return [{ kind, key: `token:${key}` }];
};

/** For guesses of a signed-in admin at its own password. */
export const passwordCounters = (adminId: number): Counter[] => [{ kind: 'proof', key: `password:${adminId}` }];

/**
 * Counts the attempt as failed before the password is checked, so that concurrent guesses cannot slip through. Returns
 * whether a secret counter refuses it: then it has to fail like a wrong password.
 */
export const countAttempt = (db: Db, counters: Counter[]): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const now = Date.now();
    let isSecretlyRefused = false;
    for (const counter of counters) {
      const wait = await countFailure(tx, counter, now);
      if (wait > 0 && !counter.isSecret)
        throw new TooManyRequestsError('Too many attempts. Please try again later.', Math.ceil(wait / 1000));
      if (wait > 0) isSecretlyRefused = true;
    }
    return isSecretlyRefused;
  });

/** After a reset, its owner can sign in at once. The counters of IPs stay. */
export const forgetAttempts = async (
  tx: Tx,
  { id, email, username }: { id: number; email: string; username: string },
): Promise<void> => {
  const accounts = [`account:${id}`, `second-step:${id}`, ...[email, username].map((it) => `identifier:${hashOf(it)}`)];
  await tx
    .deleteFrom('sign_in_attempts')
    .where((is) =>
      is.or([
        is('key', 'in', [...accounts, `password:${id}`]),
        ...accounts.map((account) => is('key', 'like', `pair:${account}:%`)),
      ]),
    )
    .execute();
};

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
    .where('last_at', '<', new Date(Date.now() - longestMemory - longPause))
    .execute();
};
