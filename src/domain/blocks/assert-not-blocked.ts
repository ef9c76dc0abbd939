import type { NameKind } from '#contract/values/name-kinds.ts';
import type { Db } from '#db/database.ts';
import { ConflictError } from '#domain/errors.ts';

/** A blocked performer that became another one would be listed under the other's name. */
export const assertNotBlocked = async (db: Db, kind: NameKind, ids: readonly number[]): Promise<void> => {
  if (kind !== 'performer' || ids.length === 0) return;
  const blocked = await db
    .selectFrom('performers')
    .select('name')
    .where('id', 'in', ids)
    .where('blocked_at', 'is not', null)
    .executeTakeFirst();
  if (blocked) throw new ConflictError(`“${blocked.name}” is blocked. Lift the block first.`);
};
