import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db, Tx } from '#db/database.ts';
import { buildHashIndex, type HashIndex } from './hash-index.ts';
import { type PictureHash, wordsOf } from './picture-hash.ts';

/** What keeps a picture down: a case, or a list of others. */
export type PictureMatch = { distance: number } & (
  | { kind: 'case'; caseId: number; caseNumber: string; videoId: number | null }
  | { kind: 'list'; listId: number; name: string }
);

interface KeptPicture {
  id: number;
  caseId: number;
  caseNumber: string;
  videoId: number | null;
  hash: PictureHash;
}

interface Book {
  generation: number;
  pictures: Map<number, KeptPicture>;
  byHash: Map<PictureHash, KeptPicture>;
  /** Of `byHash`. */
  index: HashIndex;
  lists: Map<number, { name: string; index: HashIndex }>;
}

/** By database: tests open several in one process. The hashes are too many to be read for each post that is saved. */
const books = new LRUCache<number, { book: Book; busy: Promise<unknown> }>({ max: 20 });

const emptyBook = async (): Promise<Book> => ({
  generation: -1,
  pictures: new Map(),
  byHash: new Map(),
  index: await buildHashIndex(new Uint32Array()),
  lists: new Map(),
});

/** Call it in a transaction before it changes a list or a hash that is kept; others who do so wait until it ends. */
export const nextGeneration = async (tx: Tx): Promise<number> => {
  const { generation } = await tx
    .updateTable('hash_book')
    .set((eb) => ({ generation: eb('generation', '+', 1) }))
    .returning('generation')
    .executeTakeFirstOrThrow();
  return generation;
};

const readPictures = async (db: Db, { generation, pictures }: Book): Promise<Book['pictures']> => {
  const changed = await db
    .selectFrom('kept_pictures')
    .select(['id', 'case_id as caseId', 'case_number as caseNumber', 'video_id as videoId', 'hash'])
    .select(sql<boolean>`removed_at is not null or common_at is not null`.as('isIgnored'))
    .where('generation', '>', generation)
    .execute();
  const next = new Map(pictures);
  for (const { isIgnored, hash, ...picture } of changed)
    if (isIgnored || hash === null) next.delete(picture.id);
    else next.set(picture.id, { ...picture, hash });
  return next;
};

/** Stored hashes are in network byte order. */
const wordsIn = (hashes: Buffer) =>
  Uint32Array.from({ length: hashes.length / 4 }, (_, word) => hashes.readUInt32BE(4 * word));

const readLists = async (db: Db, { lists }: Book): Promise<Book['lists']> => {
  const current = await db
    .selectFrom('hash_lists')
    .select(['id', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const next: Book['lists'] = new Map();
  for (const { id, name } of current) {
    const known = lists.get(id);
    if (known) next.set(id, known);
    else {
      const list = await db.selectFrom('hash_lists').select('hashes').where('id', '=', id).executeTakeFirst();
      if (list) next.set(id, { name, index: await buildHashIndex(wordsIn(list.hashes)) });
    }
  }
  return next;
};

/** What has changed since the book was read. One that is ahead of the database has seen another one, from a backup. */
const readChanges = async (db: Db, known: Book, generation: number): Promise<Book> => {
  const before = known.generation > generation ? await emptyBook() : known;
  const pictures = await readPictures(db, before);
  const byHash = new Map([...pictures.values()].map((picture) => [picture.hash, picture]));
  const index = await buildHashIndex(Uint32Array.from([...byHash.keys()].flatMap(wordsOf)));
  return { generation, pictures, byHash, index, lists: await readLists(db, before) };
};

/** The book as the database has it now. What the caller's own transaction has changed is not in it: it may be rolled back. */
const openBook = async (db: Db): Promise<Book> => {
  const { rows } = await sql<{ database: number; generation: number; isOwn: boolean }>`
    select (select oid::bigint from pg_database where datname = current_database()) as database, generation,
      coalesce(xmin = pg_current_xact_id_if_assigned()::xid, false) as "isOwn"
    from hash_book`.execute(db);
  const { database, generation, isOwn } = rows[0] as (typeof rows)[number];
  const shelf = books.get(database) ?? { book: await emptyBook(), busy: Promise.resolve() };
  books.set(database, shelf);
  const update = shelf.busy.then(async () => {
    if (isOwn || shelf.book.generation === generation) return;
    shelf.book = await readChanges(db, shelf.book, generation);
  });
  shelf.busy = update.catch(() => {});
  await update;
  return shelf.book;
};

const nearestOf = ({ byHash, index, lists }: Book, hash: PictureHash): PictureMatch[] => {
  const inCases = index.near(hash).flatMap(({ hash: near, distance }) => {
    const picture = byHash.get(near);
    if (!picture) return [];
    const { caseId, caseNumber, videoId } = picture;
    return { kind: 'case' as const, caseId, caseNumber, videoId, distance };
  });
  const inLists = [...lists].flatMap(([listId, { name, index: list }]) => {
    const [near] = list.near(hash);
    return near ? { kind: 'list' as const, listId, name, distance: near.distance } : [];
  });
  return [...inCases, ...inLists];
};

/** For each hash, what keeps it down: cases first, then lists. */
export const findPictureMatches = async (
  db: Db,
  hashes: readonly (PictureHash | undefined)[],
): Promise<PictureMatch[][]> => {
  if (hashes.every((hash) => hash === undefined)) return hashes.map(() => []);
  const book = await openBook(db);
  return hashes.map((hash) => (hash === undefined ? [] : nearestOf(book, hash)));
};
