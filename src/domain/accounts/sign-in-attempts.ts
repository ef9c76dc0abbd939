import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange, somebody } from '#domain/audit-log.ts';
import { TooManyRequestsError, UnauthenticatedError, ValidationError } from '#domain/errors.ts';
import { ipBlock, ipNetwork } from '#domain/ip.ts';
import type { Session } from './sessions.ts';

const minute = 60 * 1000;
const firstPause = 5 * 1000;
const longPause = 15 * minute;
/** Shorter, because anyone can cause it, and so keep the owner of an account waiting. */
const identifierPause = 5 * minute;

/** After `freeFailures`, each further failure doubles the pause, up to `maxPause`. A counter is reset after `memory`. */
const rules = {
  identifier: { freeFailures: 5, memory: 15 * minute, maxPause: identifierPause },
  /** Attempts from networks that are let through while guesses of others pause an identifier. */
  reserve: { freeFailures: 50, memory: 24 * 60 * minute, maxPause: longPause },
  /** What one block of IPs has used of the reserve. It is only compared with `ownFailures`, and causes no pause. */
  share: { freeFailures: Number.POSITIVE_INFINITY, memory: 24 * 60 * minute, maxPause: longPause },
  /** Attempts by somebody who already has a session or the password, so strangers cannot lock it. */
  proof: { freeFailures: 5, memory: 15 * minute, maxPause: longPause },
  /** One IP at one identifier. The longer memory slows down patient guessing. */
  pair: { freeFailures: 10, memory: 24 * 60 * minute, maxPause: longPause },
  ip: { freeFailures: 20, memory: 15 * minute, maxPause: longPause },
  /** The IP of a proxy that is not trusted. It has a higher limit, because others sign in through it too. */
  sharedIp: { freeFailures: 100, memory: 15 * minute, maxPause: longPause },
  /** A browser that the account has signed in with before. */
  device: { freeFailures: 5, memory: 15 * minute, maxPause: longPause },
};

interface Counter {
  kind: keyof typeof rules;
  key: string;
}

/** Failures in a day after which a network, or a whole block of networks, has to wait for the guesses of others. */
const ownFailures = 2;

/** Milliseconds for which attempts are refused after a number of failures in a row. */
export const blockedMsAfter = (failures: number, kind: Counter['kind']): number => {
  const { freeFailures, maxPause } = rules[kind];
  return failures < freeFailures ? 0 : Math.min(firstPause * 2 ** (failures - freeFailures), maxPause);
};

/** Inserts a missing row. For an existing one, the no-op update locks it, so that attempts are counted one after the other. */
const lockCounter = (tx: Tx, key: string) =>
  tx
    .insertInto('sign_in_attempts')
    .values({ key, failures: 0 })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ key }))
    .returningAll()
    .executeTakeFirstOrThrow();

/** Counts a failure and returns how many there are, or for how many milliseconds the attempt is refused. Refused attempts don't count. */
const countFailure = async (
  tx: Tx,
  { kind, key }: Counter,
  now: number,
): Promise<{ wait: number; failures: number }> => {
  const stored = await lockCounter(tx, key);
  const wait = (stored.blocked_until?.getTime() ?? 0) - now;
  // A longer pause is impossible: the clock has been set back, perhaps by a day.
  if (wait > 0 && wait <= rules[kind].maxPause) return { wait, failures: stored.failures };
  const failures = now - stored.last_at.getTime() > rules[kind].memory ? 1 : stored.failures + 1;
  const pause = blockedMsAfter(failures, kind);
  await tx
    .updateTable('sign_in_attempts')
    .set({ failures, last_at: new Date(now), blocked_until: pause > 0 ? new Date(now + pause) : null })
    .where('key', '=', key)
    .execute();
  return { wait: 0, failures };
};

interface Client {
  ip: string | null;
  /** The IP seems to belong to a proxy, and so to all visitors. */
  isIpShared: boolean;
  /** The hash of a known device's token. */
  device: Buffer | undefined;
}

interface Attempt extends Client {
  /** The username or email, as typed. */
  identifier: string;
}

const networkOf = ({ ip }: Pick<Client, 'ip'>) => (ip === null ? 'unknown' : ipNetwork(ip));

const ipCounter = (client: Pick<Client, 'ip' | 'isIpShared'>): Counter =>
  client.isIpShared
    ? { kind: 'sharedIp', key: `shared-ip:${networkOf(client)}` }
    : { kind: 'ip', key: `ip:${networkOf(client)}` };

/** Limits the length. A hash cannot be confused with an admin's id. */
const hashOf = (identifier: string) => createHash('sha256').update(identifier.toLowerCase()).digest('hex');

/**
 * Counters for guesses at a password, always in this order, so that concurrent transactions cannot deadlock. A known device of the
 * account has its own counter, so that guesses from elsewhere cannot lock out the account's owner.
 *
 * The email and the username of an account are counted apart, and unknown identifiers like known ones. So every refusal can be open
 * without revealing which accounts exist or which identifiers belong together.
 */
export const signInCounters = ({ identifier, ...client }: Attempt): Counter[] => {
  const typed = hashOf(identifier);
  if (client.device) return [{ kind: 'device', key: `device:${client.device.toString('hex')}:${typed}` }];
  return [
    { kind: 'identifier', key: `identifier:${typed}` },
    { kind: 'pair', key: `pair:identifier:${typed}:${networkOf(client)}` },
    { kind: 'share', key: `share:identifier:${typed}:${client.ip === null ? 'unknown' : ipBlock(client.ip)}` },
    { kind: 'reserve', key: `reserve:identifier:${typed}` },
    ipCounter(client),
  ];
};

/** Counters for guesses at the code of the second step. */
export const secondStepCounters = (adminId: number, client: Client): Counter[] => {
  if (client.device) return [{ kind: 'device', key: `device:${client.device.toString('hex')}:second-step:${adminId}` }];
  return [
    { kind: 'proof', key: `second-step:${adminId}` },
    { kind: 'pair', key: `pair:second-step:${adminId}:${networkOf(client)}` },
    ipCounter(client),
  ];
};

/** Counters for unknown API tokens. Tokens cannot be guessed, but each attempt costs a database query. */
export const wrongTokenCounters = (client: Pick<Client, 'ip' | 'isIpShared'>): Counter[] => {
  const { kind, key } = ipCounter(client);
  return [{ kind, key: `token:${key}` }];
};

/** Counters for guesses in a signed-in admin's session at the password. */
const passwordCounters = (adminId: number): Counter[] => [{ kind: 'proof', key: `password:${adminId}` }];

const waitLabel = (seconds: number) => {
  const minutes = Math.ceil(seconds / 60);
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
};

/** @param ways How else to get in. Must not depend on the account. */
const refusal = (wait: number, ways: string | undefined) => {
  const seconds = Math.ceil(wait / 1000);
  const sentence = `There were too many attempts. Try again in ${waitLabel(seconds)}.`;
  return new TooManyRequestsError(ways === undefined ? sentence : `${sentence} ${ways}`, seconds);
};

/**
 * Counts the attempt as failed before the password is checked, so that concurrent guesses cannot slip through. Returns the counters that
 * counted it.
 *
 * While guesses pause an identifier, networks that have hardly guessed at it are let through, up to a reserve: otherwise a stranger
 * with one computer could keep the owner out for as long as they like. Of the reserve, each block gets as much as one network does,
 * because one customer has the thousands of networks of a /48.
 */
export const countAttempt = (db: Db, counters: readonly Counter[], ways?: string): Promise<Counter[]> =>
  db.transaction().execute(async (tx) => {
    const now = Date.now();
    const counted: Counter[] = [];
    let paused = 0;
    for (const counter of counters) {
      if (paused === 0 && (counter.kind === 'reserve' || counter.kind === 'share')) continue;
      const { wait, failures } = await countFailure(tx, counter, now);
      if (wait > 0 && counter.kind === 'identifier') {
        paused = wait;
        continue;
      }
      if (wait > 0) throw refusal(Math.max(wait, paused), ways);
      const isOwn = counter.kind === 'pair' || counter.kind === 'share';
      if (paused > 0 && isOwn && failures > ownFailures) throw refusal(paused, ways);
      counted.push(counter);
    }
    return counted;
  });

/** After a reset, lets the account's owner sign in at once. The counters of IPs are kept. */
export const forgetAttempts = async (
  tx: Tx,
  { id, email, username }: { id: number; email: string; username: string },
): Promise<void> => {
  const guessed = [`second-step:${id}`, ...[email, username].map((it) => `identifier:${hashOf(it)}`)];
  await tx
    .deleteFrom('sign_in_attempts')
    .where((is) =>
      is.or([
        is('key', 'in', [...guessed, ...guessed.map((key) => `reserve:${key}`), `password:${id}`]),
        ...guessed.flatMap((key) => ['pair', 'share'].map((kind) => is('key', 'like', `${kind}:${key}:%`))),
      ]),
    )
    .execute();
};

/**
 * After a success, takes back only this attempt's own count. Otherwise guessers could reset the counters by signing in to an account of
 * their own. Only a device's counter is reset to 0, because it counts no other attempts.
 */
const uncountAttempt = async (db: Db, counters: readonly Counter[]): Promise<void> => {
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

/** Failures of one client at one account within this time share one audit entry with a count, so that guessers cannot flood the log. */
const entryMs = 3600 * 1000;

export interface FailureCount {
  username?: string;
  attempts: number;
  refused: number;
}

interface Failure {
  action: 'failed_login' | 'failed_proof';
  actor: Actor;
  /** 0 for an unknown account. */
  entityId: number;
  username: string | undefined;
  /** The attempt was refused without checking the password. */
  refused: boolean;
}

const findEntry = (tx: Db, { action, entityId, actor: { ip } }: Failure) =>
  tx
    .selectFrom('audit_log')
    .select(['id', 'after'])
    .where('action', '=', action)
    .where('entity_id', '=', String(entityId))
    .where('ip', ip === null ? 'is' : '=', ip)
    .where('at', '>', new Date(Date.now() - entryMs))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();

const recordFailure = (db: Db, failure: Failure): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { action, actor, entityId, username, refused } = failure;
    // Without the lock, concurrent failures would each add an entry.
    await sql`select pg_advisory_xact_lock(hashtext(${`marquee ${action} ${entityId} ${actor.ip}`}))`.execute(tx);
    const entry = await findEntry(tx, failure);
    const counted = (entry?.after ?? { attempts: 0, refused: 0 }) as unknown as FailureCount;
    const after: FailureCount = {
      ...(username === undefined ? {} : { username }),
      attempts: counted.attempts + 1,
      refused: counted.refused + (refused ? 1 : 0),
    };
    if (entry)
      await tx
        .updateTable('audit_log')
        .set({ after: JSON.stringify(after) })
        .where('id', '=', entry.id)
        .execute();
    else await recordChange(tx, actor, { action, entity: 'admin', entityId, after });
  });

const networkOrNull = (ip: string | null) => (ip === null ? null : ipNetwork(ip));

interface FailedSignIn {
  /** Undefined for an unknown account. The typed identifier is not recorded, because it may be a password. */
  admin: { id: number; username: string } | undefined;
  ip: string | null;
  refused: boolean;
}

export const recordFailedSignIn = (db: Db, { admin, ip, refused }: FailedSignIn): Promise<void> =>
  recordFailure(db, {
    action: 'failed_login',
    actor: { adminId: null, admin: somebody, ip: networkOrNull(ip) },
    entityId: admin?.id ?? 0,
    username: admin?.username,
    refused,
  });

/** Records a wrong password of a signed-in admin. */
export const recordFailedProof = (
  db: Db,
  { adminId, username }: { adminId: number; username: string },
  { ip, refused }: { ip: string | null; refused: boolean },
): Promise<void> =>
  recordFailure(db, {
    action: 'failed_proof',
    actor: { adminId, admin: username, ip: networkOrNull(ip) },
    entityId: adminId,
    username,
    refused,
  });

interface Attempted {
  counters: Counter[];
  /** Undefined for an unknown account. */
  admin: { id: number; username: string } | undefined;
  ip: string | null;
  /** How else to get in, for the refusal. */
  ways?: string;
}

/** Makes one attempt to sign in. It is counted as failed beforehand, and recorded in the audit log if it fails. */
export const attemptSignIn = async <Result>(
  db: Db,
  { counters, admin, ip, ways }: Attempted,
  attempt: () => Promise<Result>,
): Promise<Result> => {
  try {
    const counted = await countAttempt(db, counters, ways);
    const result = await attempt();
    await uncountAttempt(db, counted);
    return result;
  } catch (error) {
    const refused = error instanceof TooManyRequestsError;
    if (refused || error instanceof UnauthenticatedError) await recordFailedSignIn(db, { admin, ip, refused });
    throw error;
  }
};

/** A wrong password or code of a signed-in admin. Not a 401, because the session is still valid. */
export class WrongProofError extends ValidationError {
  constructor(field: string, message: string) {
    super(message, { [field]: message });
  }
}

/**
 * Runs work that checks the password of a signed-in admin, and perhaps a code. Failures are throttled and audited as at the sign-in,
 * because somebody who has taken over a session may guess.
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
