import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { recordChange } from '#domain/audit/record-change.ts';
import { ipNetwork } from '#domain/ip-network.ts';

/** Failures of one client at one account within this time are one entry with a count, so that guessers cannot flood it. */
const entryMs = 3600 * 1000;

interface FailedSignIn {
  /** Undefined for an unknown account. What was typed is not recorded: it may be a password. */
  admin: { id: number; username: string } | undefined;
  ip: string | null;
  /** Whether the attempt was refused without looking at the password. */
  refused: boolean;
}

export interface FailedSignInCount {
  username?: string;
  attempts: number;
  refused: number;
}

const findEntry = (tx: Db, entityId: number, ip: string | null) =>
  tx
    .selectFrom('audit_log')
    .select(['id', 'after'])
    .where('action', '=', 'failed_login')
    .where('entity_id', '=', String(entityId))
    .where('ip', ip === null ? 'is' : '=', ip)
    .where('at', '>', new Date(Date.now() - entryMs))
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();

export const recordFailedSignIn = (db: Db, { admin, ip, refused }: FailedSignIn): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const entityId = admin?.id ?? 0;
    const network = ip === null ? null : ipNetwork(ip);
    // Without the lock, concurrent failures would each add an entry.
    await sql`select pg_advisory_xact_lock(hashtext(${`marquee failed sign-in ${entityId} ${network}`}))`.execute(tx);
    const entry = await findEntry(tx, entityId, network);
    const counted = (entry?.after ?? { attempts: 0, refused: 0 }) as unknown as FailedSignInCount;
    const after: FailedSignInCount = {
      ...(admin ? { username: admin.username } : {}),
      attempts: counted.attempts + 1,
      refused: counted.refused + (refused ? 1 : 0),
    };
    if (entry)
      await tx
        .updateTable('audit_log')
        .set({ after: JSON.stringify(after) })
        .where('id', '=', entry.id)
        .execute();
    else {
      const somebody = { adminId: null, admin: 'Somebody', ip: network };
      await recordChange(tx, somebody, { action: 'failed_login', entity: 'admin', entityId, after });
    }
  });
