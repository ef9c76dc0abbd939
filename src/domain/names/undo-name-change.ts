import { sql } from 'kysely';
import { type NameAction, type NameKind, nameWords } from '#contract/values/names.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { beginUndo, readBulkChange } from '#domain/bulk-changes/bulk-changes.ts';
import {
  addAlias,
  assertFree,
  moveAlias,
  nameEntity,
  nameTables,
  removeAlias,
  type StoredName,
} from '#domain/catalogue/tags-and-performers.ts';
import { ConflictError, NotFoundError } from '#domain/errors.ts';
import { nameListing } from '#domain/listing/record-listings.ts';
import { assertMayBeListed } from '#domain/listing-rules/may-be-listed.ts';
import { setDescription, setName } from './edit-name.ts';
import { removeInheritedDescription } from './merge-names.ts';
import { lockNameChange, type NameChange } from './name-changes.ts';

/** Restores a retired name with its slug. Throws if another name has taken the slug since. */
const restoreName = async (tx: Tx, kind: NameKind, { id, slug, name }: Pick<StoredName, 'id' | 'slug' | 'name'>) => {
  await assertMayBeListed(tx, nameListing(kind, { id, slug, name }));
  const table = sql.table(nameTables[kind].table);
  const { rows } = await sql`update ${table}
    set slug = ${slug}, retired_at = null, merged_into = null, version = version + 1, updated_at = now()
    where id = ${id} and not exists (select from ${table} other where other.slug = ${slug} and other.id <> ${id})
    returning id`.execute(tx);
  if (rows.length === 0)
    throw new ConflictError(`Another ${nameWords[kind]} now has the name “${name}”. Undo the later changes first.`);
};

const assertFinished = ({ finishedAt }: NameChange) => {
  if (finishedAt === null) throw new ConflictError('This is still running. Wait until it has finished, or stop it.');
};

/** A name that was split off since may have posts of its own, which must not be mixed with the restored ones. */
const assertNotSplitOff = async (tx: Tx, { id, kind, details }: NameChange<'merge'>) => {
  const ids = details.from.map((from) => from.id);
  const { rows } = await sql<{ name: string }>`
    select details -> 'alias' ->> 'name' as name from name_changes
    where kind = ${kind} and action = 'split' and id > ${id} and undone_at is null
      and (details ->> 'madeId')::integer = any(${sql.val(ids)}::integer[]) limit 1`.execute(tx);
  if (rows[0]) throw new ConflictError(`“${rows[0].name}” has been split off since. Undo that first.`);
};

/** Restores the merged names with their slugs and aliases. Aliases that were moved to another name since stay there. */
const undoMerge = async (tx: Tx, change: NameChange<'merge'>): Promise<void> => {
  assertFinished(change);
  await assertNotSplitOff(tx, change);
  const { kind, nameId, details } = change;
  for (const from of details.from) {
    await removeAlias(tx, kind, nameId, from.slug);
    for (const alias of from.aliases) await moveAlias(tx, kind, nameId, from.id, alias.slug);
    await restoreName(tx, kind, from);
  }
  await removeInheritedDescription(tx, kind, nameId, details.described);
};

const undoDelete = async (tx: Tx, change: NameChange<'delete'>): Promise<void> => {
  assertFinished(change);
  await restoreName(tx, change.kind, { id: change.nameId, ...change.details });
};

const changedSince = (name: string) =>
  new ConflictError(`“${name}” has been changed since. Undo the later changes first.`);

const lockById = async (tx: Tx, { kind, nameId }: NameChange, name: string): Promise<StoredName> => {
  const { rows } = await sql<StoredName>`
    select id, slug, name, description, image_url as "imageUrl", version from ${sql.table(nameTables[kind].table)}
    where id = ${nameId} and retired_at is null for update`.execute(tx);
  if (!rows[0]) throw changedSince(name);
  return rows[0];
};

const undoRename = async (tx: Tx, change: NameChange<'rename'>) => {
  const { kind, nameId: id } = change;
  const { from, to, replaced, freed } = change.details;
  const current = await lockById(tx, change, to.name);
  if (current.slug !== to.slug || current.name !== to.name) throw changedSince(to.name);
  if (from.slug !== to.slug) {
    await assertFree(tx, kind, from, id);
    await removeAlias(tx, kind, id, from.slug);
  }
  await assertMayBeListed(tx, nameListing(kind, { ...from, id }));
  await setName(tx, kind, id, from);
  if (replaced) await addAlias(tx, kind, id, replaced);
  if (freed !== undefined)
    await sql`update ${sql.table(nameTables[kind].table)} set slug = ${to.slug} where id = ${freed}`.execute(tx);
};

const undoDescription = async (tx: Tx, change: NameChange<'describe'>) => {
  const { name, before, after } = change.details;
  const current = await lockById(tx, change, name);
  if (current.description !== after.description || current.imageUrl !== after.imageUrl) throw changedSince(name);
  await assertMayBeListed(tx, nameListing(change.kind, { ...current, ...before }));
  await setDescription(tx, change.kind, current.id, before);
};

const undoAlias = async (tx: Tx, { kind, nameId, details }: NameChange<'alias'>) => {
  if (!(await removeAlias(tx, kind, nameId, details.alias.slug))) throw changedSince(details.name);
};

/** Removes the name that the alias became. Throws if posts use it. */
const undoSplit = async (tx: Tx, change: NameChange<'split'>) => {
  const { kind, nameId, details } = change;
  const { table, links, link } = nameTables[kind];
  await lockById(tx, change, details.name);
  const isUnused = sql`not exists (select from ${sql.table(links)} where ${sql.ref(link)} = ${details.madeId})`;
  const own = sql`id = ${details.madeId} and slug = ${details.alias.slug} and retired_at is null and ${isUnused}`;
  const { rows } = details.wasRetired
    ? await sql`update ${sql.table(table)} set retired_at = now(), merged_into = ${nameId} where ${own} returning id`.execute(
        tx,
      )
    : await sql`delete from ${sql.table(table)} where ${own} returning id`.execute(tx);
  if (rows.length === 0)
    throw new ConflictError(`“${details.alias.name}” is now in use. Merge it into “${details.name}” instead.`);
  await addAlias(tx, kind, nameId, details.alias);
};

const undo: { [Action in NameAction]: (tx: Tx, change: NameChange<Action>) => Promise<unknown> } = {
  rename: undoRename,
  describe: undoDescription,
  alias: undoAlias,
  split: undoSplit,
  merge: undoMerge,
  delete: undoDelete,
};

/** There may be nothing to undo, if no post had the name. */
const undoOnPosts = async (tx: Tx, actor: Actor, bulkChangeId: number) => {
  const { isUndoable } = await readBulkChange(tx, bulkChangeId);
  if (isUndoable) await beginUndo(tx, actor, bulkChangeId);
};

/** Undoes one change of a tag or performer. Throws if later changes conflict with it. */
export const undoNameChange = (db: Db, actor: Actor, id: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const change = await lockNameChange(tx, id);
    if (!change) throw new NotFoundError('There is no such change.');
    if (change.undoneAt !== null) throw new ConflictError('This has already been undone.');
    if (change.action === 'split' && change.bulkChangeId !== null)
      throw new ConflictError('This has given posts back. Merge the names again instead.');
    if (!change.canBeUndone) throw new ConflictError('This change is too old to be undone.');
    await (undo[change.action] as (tx: Tx, change: NameChange) => Promise<unknown>)(tx, change);
    if (change.bulkChangeId !== null) await undoOnPosts(tx, actor, change.bulkChangeId);
    await tx.updateTable('name_changes').set({ undone_at: new Date() }).where('id', '=', id).execute();
    const before = { undone: change.action, ...change.details };
    await recordChange(tx, actor, { action: 'undo', entity: nameEntity(change.kind), entityId: change.nameId, before });
  });
