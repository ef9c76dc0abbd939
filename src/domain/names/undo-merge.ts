import { sql } from 'kysely';
import type { NameKind } from '#contract/values/name-kinds.ts';
import type { Tx } from '#db/database.ts';
import { ConflictError } from '#domain/errors.ts';
import { addAlias, removeAlias } from './aliases.ts';
import type { NameChange } from './name-changes.ts';
import { nameTables } from './stored-names.ts';
import { giveDescriptionBack } from './take-description.ts';

const bringBack = (tx: Tx, kind: NameKind, ids: readonly number[]) =>
  sql`update ${sql.table(nameTables[kind].table)}
    set retired_at = null, merged_into = null, version = version + 1, updated_at = now()
    where id = any(${sql.val(ids)}::integer[])`.execute(tx);

const refuseWhileRunning = ({ finishedAt }: NameChange) => {
  if (finishedAt === null) throw new ConflictError('This is still running. Wait until it has finished, or stop it.');
};

/** The names exist again, with their slugs and aliases. Aliases that have been moved on since stay where they are. */
export const undoMerge = async (tx: Tx, change: NameChange<'merge'>): Promise<void> => {
  refuseWhileRunning(change);
  const { kind, nameId, details } = change;
  for (const { id, slug, aliases } of details.from) {
    await removeAlias(tx, kind, nameId, slug);
    for (const alias of aliases)
      if (await removeAlias(tx, kind, nameId, alias.slug)) await addAlias(tx, kind, id, alias);
  }
  await bringBack(
    tx,
    kind,
    details.from.map(({ id }) => id),
  );
  await giveDescriptionBack(tx, kind, nameId, details.described);
};

export const undoDelete = async (tx: Tx, change: NameChange<'delete'>): Promise<void> => {
  refuseWhileRunning(change);
  await bringBack(tx, change.kind, [change.nameId]);
};
