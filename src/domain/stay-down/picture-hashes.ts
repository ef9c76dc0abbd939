import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db, Tx } from '#db/database.ts';
import { createYieldToEventLoop } from '#domain/yield-to-event-loop.ts';
import {
  distanceOf,
  type HashWords,
  hashOfWords,
  maxDistance,
  maxVariantDistance,
  type PictureHash,
  wordsOf,
} from './hash-words.ts';

interface NearHash {
  hash: PictureHash;
  distance: number;
}

export interface HashIndex {
  size: number;
  bytes: number;
  /** Finds up to 100 distinct hashes within `maxDistance`, nearest first. */
  near: (hash: PictureHash) => NearHash[];
}

/** A part of the 63 bits after the DC bit. */
interface Block {
  valueIn: (high: number, low: number) => number;
  bits: number;
  /** XORed with a block's value to get the values of the buckets to search. */
  flips: readonly number[];
}

const blockOf = (bits: number, radius: 0 | 1, valueIn: Block['valueIn']): Block => ({
  bits,
  valueIn,
  flips: [0, ...Array.from({ length: radius * bits }, (_, bit) => 1 << bit)],
});

/**
 * Pigeonhole principle: hashes that differ in at most 6 bits differ in at most one bit of one of the first three blocks or, if they
 * differ in two bits of each, not at all in the last one.
 */
const blocks: readonly Block[] = [
  blockOf(16, 1, (high) => (high >>> 15) & 0xffff),
  blockOf(15, 1, (high) => high & 0x7fff),
  blockOf(16, 1, (_high, low) => low >>> 16),
  blockOf(16, 0, (_high, low) => low & 0xffff),
];

const maxMatches = 100;
/** Up to this size, a linear scan is faster than the buckets. */
const maxScanned = 2048;

interface Buckets {
  block: Block;
  /** For each value of the block, the index of its first hash. */
  starts: Uint32Array;
  words: Uint32Array;
}

/** Counting sort. Each block has its own copy of the hashes, so that a bucket is contiguous in memory. */
const sortIntoBuckets = (words: Uint32Array, block: Block): Buckets => {
  const starts = new Uint32Array(2 ** block.bits + 1);
  const valueAt = (at: number) => block.valueIn(words[at] as number, words[at + 1] as number);
  for (let at = 0; at < words.length; at += 2) (starts[valueAt(at) + 1] as number)++;
  for (let value = 1; value < starts.length; value++)
    starts[value] = (starts[value - 1] as number) + (starts[value] as number);
  const next = starts.slice();
  const sorted = new Uint32Array(words.length);
  for (let at = 0; at < words.length; at += 2) {
    const to = 2 * (next[valueAt(at)] as number)++;
    sorted[to] = words[at] as number;
    sorted[to + 1] = words[at + 1] as number;
  }
  return { block, starts, words: sorted };
};

/** Adds the matches among the hashes from `start` to `end`. Returns false if the limit is reached. */
const addMatches = (words: Uint32Array, start: number, end: number, query: HashWords, found: Map<string, NearHash>) => {
  const [high, low] = query;
  for (let at = 2 * start; at < 2 * end; at += 2) {
    const distance = distanceOf(high, low, words[at] as number, words[at + 1] as number);
    if (distance > maxDistance) continue;
    const hash = hashOfWords([words[at] as number, words[at + 1] as number]);
    found.set(hash, { hash, distance });
    if (found.size >= maxMatches) return false;
  }
  return true;
};

/** Total number of hashes in the buckets that a lookup reads. A hash may be in several. */
const countNear = (index: readonly Buckets[], [high, low]: HashWords) => {
  let count = 0;
  for (const { block, starts } of index) {
    const value = block.valueIn(high, low);
    for (const flip of block.flips) count += (starts[(value ^ flip) + 1] as number) - (starts[value ^ flip] as number);
  }
  return count;
};

const searchBuckets = (index: readonly Buckets[], query: HashWords, found: Map<string, NearHash>) => {
  for (const { block, starts, words } of index) {
    const value = block.valueIn(...query);
    for (const flip of block.flips)
      if (!addMatches(words, starts[value ^ flip] as number, starts[(value ^ flip) + 1] as number, query, found))
        return;
  }
};

/** Multi-index hashing. `words` has two numbers per hash, see wordsOf(). */
export const buildHashIndex = async (words: Uint32Array): Promise<HashIndex> => {
  const yieldToEventLoop = createYieldToEventLoop();
  const size = words.length / 2;
  const index: Buckets[] = [];
  if (size > maxScanned)
    for (const block of blocks) {
      index.push(sortIntoBuckets(words, block));
      await yieldToEventLoop();
    }
  return {
    size,
    bytes: index.reduce((bytes, block) => bytes + block.words.byteLength + block.starts.byteLength, words.byteLength),
    near: (hash) => {
      const query = wordsOf(hash);
      const found = new Map<string, NearHash>();
      // If the hashes of a list are very similar, these buckets may have more of them than the whole list.
      if (index.length > 0 && countNear(index, query) < size) searchBuckets(index, query, found);
      else addMatches(words, 0, size, query, found);
      return [...found.values()].sort((one, other) => one.distance - other.distance);
    },
  };
};

/** The case or hash list that keeps a picture down. */
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

/** All kept hashes of a database in memory. `hash_book` has the generation of the latest change. */
interface Book {
  generation: number;
  pictures: Map<number, KeptPicture>;
  byHash: Map<PictureHash, KeptPicture>;
  index: HashIndex;
  lists: Map<number, { name: string; index: HashIndex }>;
}

/** Cached by database, because tests open several in one process. There are too many hashes to read them for each saved post. */
const books = new LRUCache<number, { book: Book; updating: Promise<unknown> }>({ max: 20 });

const emptyBook = async (): Promise<Book> => ({
  generation: -1,
  pictures: new Map(),
  byHash: new Map(),
  index: await buildHashIndex(new Uint32Array()),
  lists: new Map(),
});

/** Call it in a transaction before changing a hash list or a kept hash. It locks out other such changes until the commit. */
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

/** Updates a book by what has changed. If it is ahead of the database, a backup was restored, so everything is read again. */
const readChanges = async (db: Db, known: Book, generation: number): Promise<Book> => {
  const before = known.generation > generation ? await emptyBook() : known;
  const pictures = await readPictures(db, before);
  const byHash = new Map([...pictures.values()].map((picture) => [picture.hash, picture]));
  const index = await buildHashIndex(Uint32Array.from([...byHash.keys()].flatMap(wordsOf)));
  return { generation, pictures, byHash, index, lists: await readLists(db, before) };
};

/** Returns the current book, without changes of the caller's own transaction, which may be rolled back. */
const openBook = async (db: Db): Promise<Book> => {
  const { rows } = await sql<{ database: number; generation: number; isOwn: boolean }>`
    select (select oid::bigint from pg_database where datname = current_database()) as database, generation,
      coalesce(xmin = pg_current_xact_id_if_assigned()::xid, false) as "isOwn"
    from hash_book`.execute(db);
  const { database, generation, isOwn } = rows[0] as (typeof rows)[number];
  const cached = books.get(database) ?? { book: await emptyBook(), updating: Promise.resolve() };
  books.set(database, cached);
  const update = cached.updating.then(async () => {
    if (isOwn || cached.book.generation === generation) return;
    cached.book = await readChanges(db, cached.book, generation);
  });
  cached.updating = update.catch(() => {});
  await update;
  return cached.book;
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

const sameSource = (one: PictureMatch, other: PictureMatch) =>
  one.kind === 'case'
    ? other.kind === 'case' && one.caseId === other.caseId && one.videoId === other.videoId
    : other.kind === 'list' && one.listId === other.listId;

/** Cases before lists, nearest first, each once. */
const nearestOfAll = (book: Book, fingerprint: readonly PictureHash[]): PictureMatch[] => {
  const matches = fingerprint.flatMap((hash, at) =>
    nearestOf(book, hash).filter(({ distance }) => at === 0 || distance <= maxVariantDistance),
  );
  const order = ({ kind, distance }: PictureMatch) => (kind === 'case' ? 0 : 100) + distance;
  const sorted = matches.sort((one, other) => order(one) - order(other));
  return sorted.filter((match, at) => sorted.findIndex((each) => sameSource(each, match)) === at);
};

/** Finds for each fingerprint the cases and then the lists that keep the picture down, even if it is an altered copy. */
export const findPictureMatches = async (
  db: Db,
  fingerprints: readonly (readonly PictureHash[])[],
): Promise<PictureMatch[][]> => {
  if (fingerprints.every(({ length }) => length === 0)) return fingerprints.map(() => []);
  const book = await openBook(db);
  return fingerprints.map((fingerprint) => nearestOfAll(book, fingerprint));
};
