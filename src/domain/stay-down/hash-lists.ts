import { sql } from 'kysely';
import { limits, numeral } from '#contract/values/fields.ts';
import { restorableDays } from '#contract/values/record-kinds.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { NotFoundError, ValidationError } from '#domain/errors.ts';
import { createYieldToEventLoop } from '#domain/yield-to-event-loop.ts';
import { nextGeneration } from './picture-hashes.ts';

export interface BadLine {
  line: number;
  text: string;
}

export interface HashListFile {
  /** Distinct hashes in ascending order, eight bytes each. */
  hashes: Buffer;
  size: number;
  bad: number;
  badLines: BadLine[];
}

const { bytes: maxBytes, lines: maxLines, badLines: maxBadLines, lineLength } = limits.hashLists;

const tooLarge = `The file may be at most ${maxBytes / 1024 / 1024} MB. Split it into several.`;
const tooLong = `A hash list may have at most ${numeral(maxLines)} lines. Split it into several.`;

/** Yields lines as they arrive. Very long lines are truncated, so that they cannot fill the memory. */
async function* linesOf(file: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let bytes = 0;
  for await (const chunk of file) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ValidationError(tooLarge, { file: tooLarge });
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n/);
    rest = (lines.pop() ?? '').slice(0, 2 * lineLength);
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Clears the bit of the DC term, the average brightness, which is ignored. */
const withoutDcBit = 0x7fffffffffffffffn;

/** Reads one hash of 16 hexadecimal digits per line. "#" starts a comment, blank lines are ignored. */
const readHashList = async (file: AsyncIterable<Uint8Array>): Promise<HashListFile> => {
  const yieldToEventLoop = createYieldToEventLoop();
  const found: bigint[] = [];
  const badLines: BadLine[] = [];
  let [line, bad] = [0, 0];
  for await (const text of linesOf(file)) {
    if (++line > maxLines) throw new ValidationError(tooLong, { file: tooLong });
    if (line % 1000 === 0) await yieldToEventLoop();
    const hash = text.replace(/#.*/s, '').trim();
    if (hash === '') continue;
    if (/^(0x)?[0-9a-f]{16}$/i.test(hash)) found.push(BigInt(`0x${hash.slice(-16)}`) & withoutDcBit);
    else if (++bad <= maxBadLines) badLines.push({ line, text: hash.slice(0, lineLength) });
  }
  const sorted = BigUint64Array.from(found).sort();
  const distinct = sorted.filter((hash, at) => at === 0 || hash !== sorted[at - 1]);
  const hashes = Buffer.alloc(8 * distinct.length);
  for (const [at, hash] of distinct.entries()) hashes.writeBigUInt64BE(hash, 8 * at);
  return { hashes, size: distinct.length, bad, badLines };
};

export interface HashList {
  id: number;
  name: string;
  size: number;
  createdAt: Date;
  /** Username; null if added on the command line. */
  createdBy: string | null;
  /** True once the pictures of existing posts have been compared. */
  isCompared: boolean;
  undecided: number;
}

const refuse = (field: string, message: string) => new ValidationError(message, { [field]: message });

const columns = [
  'id',
  'name',
  'size',
  'created_at as createdAt',
  sql<string | null>`(select username from admins a where a.id = hash_lists.created_by)`.as('createdBy'),
  sql<boolean>`compared_to is null`.as('isCompared'),
  sql<number>`(select count(*) from hash_matches m join videos v on v.id = m.video_id
    where m.list_id = hash_lists.id and m.decision is null and v.deleted_at is null)`.as('undecided'),
] as const;

export const readHashLists = (db: Db): Promise<HashList[]> =>
  db.selectFrom('hash_lists').select(columns).where('deleted_at', 'is', null).orderBy('id', 'desc').execute();

/** Limits the number of lists and hashes, because every process keeps them all in memory. */
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

/** Names must be unique, because matches and messages refer to lists by name. */
const assertNameIsFree = async (tx: Tx, { id = 0, name }: { id?: number; name: string }) => {
  const other = await tx
    .selectFrom('hash_lists')
    .select('id')
    .where('name', '=', name)
    .where('id', '<>', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (other) throw refuse('name', `There is already a hash list “${name}”. Delete it first, or choose another name.`);
};

const setDeleted = async (tx: Tx, actor: Actor, id: number, isDeleted: boolean): Promise<HashList> => {
  const list = await tx
    .updateTable('hash_lists')
    .set({ deleted_at: isDeleted ? new Date() : null })
    .where('id', '=', id)
    .where('deleted_at', isDeleted ? 'is' : 'is not', null)
    .returning(columns)
    .executeTakeFirst();
  if (!list) throw new NotFoundError('There is no such hash list.');
  await recordChange(tx, actor, {
    action: isDeleted ? 'delete' : 'restore',
    entity: 'hash_list',
    entityId: id,
    [isDeleted ? 'before' : 'after']: { name: list.name, hashes: list.size },
  });
  return list;
};

/** Returns the ids of the deleted lists. */
const deleteNamed = async (tx: Tx, actor: Actor, name: string): Promise<number[]> => {
  const lists = await tx
    .selectFrom('hash_lists')
    .select('id')
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .execute();
  for (const { id } of lists) await setDeleted(tx, actor, id, true);
  return lists.map(({ id }) => id);
};

/** Admins' decisions about posts on replaced lists also apply to the new list. */
const copyDecisions = (tx: Tx, listId: number, replaced: readonly number[]) =>
  sql`
    insert into hash_matches (list_id, video_id, distance, found_at, decision)
    select ${listId}::bigint, video_id, distance, found_at, decision from hash_matches
    where list_id = any(${sql.val(replaced)}::bigint[]) and decision is not null
    on conflict do nothing`.execute(tx);

interface NewList {
  name: string;
  replace: boolean;
}

const storeList = (db: Db, actor: Actor, { name, replace }: NewList, { hashes, size }: HashListFile) =>
  db.transaction().execute(async (tx) => {
    await nextGeneration(tx);
    const replaced = replace ? await deleteNamed(tx, actor, name) : [];
    await assertNameIsFree(tx, { name });
    await assertRoom(tx, size);
    const list = await tx
      .insertInto('hash_lists')
      .values({ name, hashes, size, created_by: actor.adminId })
      .returning(columns)
      .executeTakeFirstOrThrow();
    await copyDecisions(tx, list.id, replaced);
    await recordChange(tx, actor, {
      action: 'create',
      entity: 'hash_list',
      entityId: list.id,
      after: { name, hashes: size },
    });
    return { list, replaced: replaced.length };
  });

/** Imports a hash list. If any line is bad, nothing is imported and `list` is undefined. */
export const addHashList = async (
  db: Db,
  actor: Actor,
  listName: string,
  file: AsyncIterable<Uint8Array>,
  { replace = false } = {},
): Promise<{ list: HashList | undefined; replaced: number; read: HashListFile }> => {
  const name = listName.trim();
  if (name === '') throw refuse('name', 'Enter a name.');
  if (name.length > limits.hashLists.name)
    throw refuse('name', `The name may have at most ${limits.hashLists.name} characters.`);
  const read = await readHashList(file);
  if (read.bad > 0) return { list: undefined, replaced: 0, read };
  if (read.size === 0) throw refuse('file', 'The file has no hashes.');
  return { ...(await storeList(db, actor, { name, replace }, read)), read };
};

export const deleteHashList = (db: Db, actor: Actor, id: number): Promise<HashList> =>
  db.transaction().execute(async (tx) => {
    await nextGeneration(tx);
    return setDeleted(tx, actor, id, true);
  });

export const restoreHashList = (db: Db, actor: Actor, id: number): Promise<HashList> =>
  db.transaction().execute(async (tx) => {
    await nextGeneration(tx);
    const list = await setDeleted(tx, actor, id, false);
    await assertNameIsFree(tx, list);
    await assertRoom(tx, 0);
    return list;
  });

export const removeHashLists = (db: Db, actor: Actor, name: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await nextGeneration(tx);
    const removed = await deleteNamed(tx, actor, name.trim());
    if (removed.length === 0) throw new NotFoundError(`There is no hash list “${name.trim()}”.`);
  });

/** Permanently removes deleted lists once they can no longer be restored. */
export const purgeHashLists = async (db: Db): Promise<void> => {
  await db
    .deleteFrom('hash_lists')
    .where('deleted_at', '<', sql<Date>`now() - make_interval(days => ${restorableDays})`)
    .execute();
};
