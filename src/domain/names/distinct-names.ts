import type { NameKind } from '#contract/values/name-kinds.ts';
import type { Db } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { lockNames, nameEntity } from '#domain/catalogue/stored-names.ts';
import { ValidationError } from '#domain/errors.ts';

/** Remembers that two names which look alike are different. */
export const markDistinct = (db: Db, actor: Actor, kind: NameKind, slugs: readonly [string, string]): Promise<void> =>
  db.transaction().execute(async (tx) => {
    if (slugs[0] === slugs[1]) throw new ValidationError('Choose two different names.');
    const names = (await lockNames(tx, kind, slugs)).sort((a, b) => a.id - b.id);
    const [one, other] = names.map(({ id }) => id) as [number, number];
    await tx
      .insertInto('distinct_names')
      .values({ kind, one, other })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const after = { distinct: names.map(({ name }) => name) };
    await recordChange(tx, actor, { action: 'update', entity: nameEntity(kind), entityId: one, after });
  });
