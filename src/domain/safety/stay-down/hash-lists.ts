import { sql } from 'kysely';
import { limits } from '#contract/values/limits.ts';
import { restorableDays } from '#contract/values/retention.ts';
import { numeral } from '#contract/values/sentences.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit/record-change.ts';
import { NotFoundError, ValidationError } from '#domain/errors.ts';
import { nextGeneration } from './hash-book.ts';
import { type HashListFile, readHashList } from './read-hash-list.ts';

export interface HashList {
  id: number;
  name: string;
  size: number;
  createdAt: Date;
  /** Username; null for the command line. */
  createdBy: string | null;
  /** Whether the pictures of posts that were there already have been compared. */
  isCompared: boolean;
}

const refuse = (field: string, message: string) => new ValidationError(message, { [field]: message });

const columns = [
  'id',
  'name',
  'size',
  'created_at as createdAt',
  sql<string | null>`(select username from admins a where a.id = created_by)`.as('createdBy'),
  sql<boolean>`compared_to is null`.as('isCompared'),
] as const;

/** Newest first. */
export const readHashLists = (db: Db): Promise<HashList[]> =>
  db.selectFrom('hash_lists').select(columns).where('deleted_at', 'is', null).orderBy('id', 'desc').execute();

/** All of them are in the memory of every process. */
const assertRoom = async (tx: Tx, size: number) => {
  const { lists, hashes } = await tx
    .selectFrom('hash_lists')
    .select(({ fn }) => [
      fn.countAll<number>().as('lists'),
      fn.coalesce(fn.sum<number>('size'), sql<number>`0`).as('hashes'),
    ])
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const { entries, hashes: max } = limits.hashLists;
  if (Number(lists) >= entries) throw refuse('file', `There may be at most ${entries} hash lists. Delete one first.`);
  if (Number(hashes) + size > max)
    throw refuse('file', `All hash lists together may have at most ${numeral(max)} hashes. Delete one first.`);
};

/** Stores a list whose lines are all right; otherwise nothing. */
const storeList = (db: Db, actor: Actor, name: string, { hashes, size }: HashListFile): Promise<HashList> =>
  db.transaction().execute(async (tx) => {
    await nextGeneration(tx);
    await assertRoom(tx, size);
    const list = await tx
      .insertInto('hash_lists')
      .values({ name, hashes, size, created_by: actor.adminId })
      .returning(columns)
      .executeTakeFirstOrThrow();
    await recordChange(tx, actor, {
      action: 'create',
      entity: 'hash_list',
      entityId: list.id,
      after: { name, hashes: size },
    });
    return list;
  });

/** Loads a list of others: all of its lines or, if one of them is wrong, none. */
export const addHashList = async (
  db: Db,
  actor: Actor,
  given: string,
  file: AsyncIterable<Uint8Array>,
): Promise<{ list: HashList | undefined; read: HashListFile }> => {
  const name = given.trim();
  if (name === '') throw refuse('name', 'Enter a name.');
  if (name.length > limits.hashLists.name)
    throw refuse('name', `The name may have at most ${limits.hashLists.name} characters.`);
  const read = await readHashList(file);
  if (read.bad > 0) return { list: undefined, read };
  if (read.size === 0) throw refuse('file', 'The file has no hashes.');
  return { list: await storeList(db, actor, name, read), read };
};

const setDeleted = (db: Db, actor: Actor, id: number, isDeleted: boolean): Promise<HashList> =>
  db.transaction().execute(async (tx) => {
    await nextGeneration(tx);
    const list = await tx
      .updateTable('hash_lists')
      .set({ deleted_at: isDeleted ? new Date() : null })
      .where('id', '=', id)
      .where('deleted_at', isDeleted ? 'is' : 'is not', null)
      .returning(columns)
      .executeTakeFirst();
    if (!list) throw new NotFoundError('There is no such hash list.');
    if (!isDeleted) await assertRoom(tx, 0);
    const record = { name: list.name, hashes: list.size };
    const action = isDeleted ? 'delete' : 'restore';
    await recordChange(tx, actor, {
      action,
      entity: 'hash_list',
      entityId: id,
      [isDeleted ? 'before' : 'after']: record,
    });
    return list;
  });

export const deleteHashList = (db: Db, actor: Actor, id: number) => setDeleted(db, actor, id, true);
export const restoreHashList = (db: Db, actor: Actor, id: number) => setDeleted(db, actor, id, false);

/** Removes lists for good that can no longer be restored. */
export const purgeHashLists = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('hash_lists')
    .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${restorableDays})`)
    .execute();
};
