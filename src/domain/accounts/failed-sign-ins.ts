import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type Actor, recordChange, somebody } from '#domain/audit/record-change.ts';
import { ipNetwork } from '#domain/ip.ts';

/** Failures of one client at one account within this time are one entry with a count, so that guessers cannot flood it. */
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
  /** Whether the attempt was refused without looking at the password. */
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

const networkOf = (ip: string | null) => (ip === null ? null : ipNetwork(ip));

interface FailedSignIn {
  /** Undefined for an unknown account. What was typed is not recorded: it may be a password. */
  admin: { id: number; username: string } | undefined;
  ip: string | null;
  refused: boolean;
}

export const recordFailedSignIn = (db: Db, { admin, ip, refused }: FailedSignIn): Promise<void> =>
  recordFailure(db, {
    action: 'failed_login',
    actor: { adminId: null, admin: somebody, ip: networkOf(ip) },
    entityId: admin?.id ?? 0,
    username: admin?.username,
    refused,
  });

/** A wrong password of somebody who is signed in. */
export const recordFailedProof = (
  db: Db,
  { adminId, username }: { adminId: number; username: string },
  { ip, refused }: { ip: string | null; refused: boolean },
): Promise<void> =>
  recordFailure(db, {
    action: 'failed_proof',
    actor: { adminId, admin: username, ip: networkOf(ip) },
    entityId: adminId,
    username,
    refused,
  });
