import { randomBytes } from 'node:crypto';
import { type CaseKind, caseNumber } from '#contract/values/cases.ts';
import type { Db } from '#db/database.ts';

/** A case that somebody sent in. */
export const openCase = async (db: Db, kind: CaseKind = 'intimate_image') => {
  const received_at = new Date('2026-03-01T10:00:00Z');
  const { id } = await db
    .insertInto('cases')
    .values({ kind, token_hash: randomBytes(32), received_at, due_at: received_at, is_complete: true, details: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, number: caseNumber({ id, receivedAt: received_at }) };
};
