import { randomBytes } from 'node:crypto';
import type { Db } from '#db/database.ts';

/** A case about nothing yet. Returns what holds of it name. */
export const openCase = async (db: Db) => {
  const values = { kind: 'other' as const, due_at: new Date(), is_complete: true, details: '{}' };
  const { id } = await db
    .insertInto('cases')
    .values({ ...values, token_hash: randomBytes(32) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { caseId: id };
};
