import { sql } from 'kysely';
import { caseIdIn } from '#contract/values/cases.ts';
import type { Db, Tx } from '#db/database.ts';
import { isUniqueViolation } from '#db/unique-violation.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { assertCanBeHidden } from '#domain/catalogue/video-state.ts';
import { ConflictError, ValidationError } from '#domain/errors.ts';
import { type BlockKind, type BlockTarget, findTarget } from './block-target.ts';
import { countPosts } from './matching-posts.ts';
import { type Block, readBlock } from './read-blocks.ts';

export interface NewBlock {
  kind: BlockKind;
  /** What somebody has typed. */
  value: string;
  reason: string;
  caseNumber?: string | undefined;
}

const caseOf = async (tx: Tx, number: string | undefined): Promise<number | null> => {
  if (!number?.trim()) return null;
  const found = await tx
    .selectFrom('cases')
    .select('id')
    .where('id', '=', caseIdIn(number) ?? 0)
    .executeTakeFirst();
  const message = `There is no case ${number.trim()}.`;
  if (!found) throw new ValidationError(message, { caseNumber: message });
  return found.id;
};

/** The name of a performer, and the entry and logo of a partner, go at once; posts follow in batches. */
export const setBlocked = async (
  tx: Tx,
  { performerId, partnerId }: BlockTarget,
  isBlocked: boolean,
): Promise<void> => {
  const blocked = { blocked_at: isBlocked ? sql<Date>`now()` : null };
  if (performerId !== null) await tx.updateTable('performers').set(blocked).where('id', '=', performerId).execute();
  if (partnerId !== null) await tx.updateTable('partners').set(blocked).where('id', '=', partnerId).execute();
};

/** Hides everything of a host, performer or partner. Call runDue() of the runner after the commit, so that it begins at once. */
export const makeBlock = async (
  db: Db,
  actor: Actor,
  { kind, value, reason, caseNumber }: NewBlock,
): Promise<Block> => {
  const target = await findTarget(db, kind, value);
  try {
    return await db.transaction().execute(async (tx) => {
      await assertCanBeHidden(tx);
      const { name, performerId, partnerId } = target;
      const { id } = await tx
        .insertInto('blocks')
        .values({
          kind,
          name,
          performer_id: performerId,
          partner_id: partnerId,
          reason: reason.trim(),
          case_id: await caseOf(tx, caseNumber),
          posts: await countPosts(tx, target),
          created_by: actor.admin,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await setBlocked(tx, target, true);
      const block = await readBlock(tx, id);
      const after = { name, kind, reason: block.reason, case: block.caseNumber, posts: block.posts };
      await recordChange(tx, actor, { action: 'create', entity: 'block', entityId: id, after });
      return block;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new ConflictError(`“${target.name}” is blocked already.`);
    throw error;
  }
};

/** Takes a block back. Its posts return as they were, unless something else withholds them, in batches. */
export const liftBlock = (db: Db, actor: Actor, id: number): Promise<Block> =>
  db.transaction().execute(async (tx) => {
    await tx.selectFrom('blocks').select('id').where('id', '=', id).forUpdate().execute();
    const before = await readBlock(tx, id);
    if (before.liftedAt) throw new ConflictError(`The block of “${before.name}” was lifted already.`);
    await tx
      .updateTable('blocks')
      .set({ lifted_at: sql<Date>`now()`, lifted_by: actor.admin })
      .where('id', '=', id)
      .execute();
    await setBlocked(tx, before, false);
    const { name, kind, reason, held } = before;
    await recordChange(tx, actor, {
      action: 'release',
      entity: 'block',
      entityId: id,
      before: { name, kind, reason, posts: held },
    });
    return readBlock(tx, id);
  });
