import { sql } from 'kysely';
import { type NameKind, nameWords } from '#contract/values/name-kinds.ts';
import type { Tx } from '#db/database.ts';
import { addAlias, removeAlias } from '#domain/catalogue/aliases.ts';
import { nameTables } from '#domain/catalogue/stored-names.ts';
import { ConflictError } from '#domain/errors.ts';
import { nameListing } from '#domain/listing/listing.ts';
import { assertMayBeListed } from '#domain/listing-rules/may-be-listed.ts';
import type { NameChange } from './name-changes.ts';
import { giveDescriptionBack } from './take-description.ts';

interface FormerName {
  id: number;
  slug: string;
  name: string;
}

/** Restores a name with its slug, unless another name has taken the slug since. */
const bringBack = async (tx: Tx, kind: NameKind, { id, slug, name }: FormerName) => {
  await assertMayBeListed(tx, nameListing(kind, { id, slug, name }));
  const table = sql.table(nameTables[kind].table);
  const { rows } = await sql`update ${table}
    set slug = ${slug}, retired_at = null, merged_into = null, version = version + 1, updated_at = now()
    where id = ${id} and not exists (select from ${table} other where other.slug = ${slug} and other.id <> ${id})
    returning id`.execute(tx);
  if (rows.length === 0)
    throw new ConflictError(`Another ${nameWords[kind]} has the name “${name}” by now. Undo the later changes first.`);
};

const refuseWhileRunning = ({ finishedAt }: NameChange) => {
  if (finishedAt === null) throw new ConflictError('This is still running. Wait until it has finished, or stop it.');
};

/** A name that was split off has posts of its own by now, which must not be mixed with those that come back. */
const refuseIfSplitOff = async (tx: Tx, { id, kind, details }: NameChange<'merge'>) => {
  const ids = details.from.map((from) => from.id);
  const { rows } = await sql<{ name: string }>`
    select details -> 'alias' ->> 'name' as name from name_changes
    where kind = ${kind} and action = 'split' and id > ${id} and undone_at is null
      and (details ->> 'madeId')::integer = any(${sql.val(ids)}::integer[]) limit 1`.execute(tx);
  if (rows[0]) throw new ConflictError(`“${rows[0].name}” was split off since. Undo that first.`);
};

/** The names exist again, with their slugs and aliases. Aliases that have been moved on since stay where they are. */
export const undoMerge = async (tx: Tx, change: NameChange<'merge'>): Promise<void> => {
  refuseWhileRunning(change);
  await refuseIfSplitOff(tx, change);
  const { kind, nameId, details } = change;
  for (const from of details.from) {
    await removeAlias(tx, kind, nameId, from.slug);
    for (const alias of from.aliases)
      if (await removeAlias(tx, kind, nameId, alias.slug)) await addAlias(tx, kind, from.id, alias);
    await bringBack(tx, kind, from);
  }
  await giveDescriptionBack(tx, kind, nameId, details.described);
};

export const undoDelete = async (tx: Tx, change: NameChange<'delete'>): Promise<void> => {
  refuseWhileRunning(change);
  await bringBack(tx, change.kind, { id: change.nameId, ...change.details });
};
