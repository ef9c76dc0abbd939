import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db, Tx } from '#db/database.ts';
import { createYieldToEventLoop } from '#domain/yield-to-event-loop.ts';

/** The perceptual hash of a picture: 16 hexadecimal digits. The first bit, that of the DC term, is always 0. */
export type PictureHash = string;

/** Pictures whose hashes differ in at most this many bits are the same picture. */
export const maxDistance = 6;

/** How a hash is computed with two numbers: the first 32 bits and the last. */
export type HashWords = readonly [high: number, low: number];

const dcBit = 0x80000000;

export const wordsOf = (hash: PictureHash): HashWords => [
  (Number.parseInt(hash.slice(0, 8), 16) & ~dcBit) >>> 0,
  Number.parseInt(hash.slice(8), 16),
];

const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0');

/** Other programs set the bit of the DC term, which says how bright a picture is. */
export const hashOfWords = ([high, low]: HashWords): PictureHash => hex(high & ~dcBit) + hex(low);

const bitCount = (word: number) => {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** In how many bits two hashes differ (the Hamming distance). */
export const distanceOf = (high: number, low: number, otherHigh: number, otherLow: number): number =>
  bitCount(high ^ otherHigh) + bitCount(low ^ otherLow);

/** A hash of the index that is near the one that was looked up. */
export interface NearHash {
  hash: PictureHash;
  distance: number;
}

export interface HashIndex {
  size: number;
  /** Of its arrays. */
  bytes: number;
  /** Hashes that differ in at most `maxDistance` bits, each once, nearest first; a hundred of them, if there are more. */
  near: (hash: PictureHash) => NearHash[];
}

/** A part of the 63 bits after that of the DC term. */
interface Block {
  of: (high: number, low: number) => number;
  bits: number;
  /** What is flipped in its value to get those by which near hashes are found. */
  flips: readonly number[];
}

const blockOf = (bits: number, radius: 0 | 1, of: Block['of']): Block => ({
  ...{ bits, of },
  flips: [0, ...Array.from({ length: radius * bits }, (_, bit) => 1 << bit)],
});

/**
 * Hashes that differ in 6 bits differ in at most one bit in one of the first three blocks or, if they differ in two in each of
 * those, not at all in the last one.
 */
const blocks: readonly Block[] = [
  blockOf(16, 1, (high) => (high >>> 15) & 0xffff),
  blockOf(15, 1, (high) => high & 0x7fff),
  blockOf(16, 1, (_high, low) => low >>> 16),
  blockOf(16, 0, (_high, low) => low & 0xffff),
];

/** Whoever looks up wants to know what a picture matches, not how often. */
const maxFound = 100;
/** So few are looked at one by one in less time than their buckets. */
const maxScanned = 2048;

/** The hashes sorted by one of their blocks. */
interface Bucketed {
  block: Block;
  /** Where the hashes with a value of the block begin, in pairs. */
  starts: Uint32Array;
  words: Uint32Array;
}

/** Counting sort. Each block has a copy of the hashes, so that a bucket is read in order. */
const bucketed = (words: Uint32Array, block: Block): Bucketed => {
  const starts = new Uint32Array(2 ** block.bits + 1);
  const valueAt = (at: number) => block.of(words[at] as number, words[at + 1] as number);
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

/** Adds the near ones among the hashes from `start` to `end`. Returns whether there is room for more. */
const compare = (words: Uint32Array, start: number, end: number, wanted: HashWords, found: Map<string, NearHash>) => {
  const [high, low] = wanted;
  for (let at = 2 * start; at < 2 * end; at += 2) {
    const distance = distanceOf(high, low, words[at] as number, words[at + 1] as number);
    if (distance > maxDistance) continue;
    const hash = hashOfWords([words[at] as number, words[at + 1] as number]);
    found.set(hash, { hash, distance });
    if (found.size >= maxFound) return false;
  }
  return true;
};

/** How many hashes are in the buckets that a lookup reads, counted as often as they are in one. */
const countNear = (index: readonly Bucketed[], [high, low]: HashWords) => {
  let count = 0;
  for (const { block, starts } of index) {
    const own = block.of(high, low);
    for (const flip of block.flips) count += (starts[(own ^ flip) + 1] as number) - (starts[own ^ flip] as number);
  }
  return count;
};

const compareBuckets = (index: readonly Bucketed[], wanted: HashWords, found: Map<string, NearHash>) => {
  for (const { block, starts, words } of index) {
    const own = block.of(...wanted);
    for (const flip of block.flips)
      if (!compare(words, starts[own ^ flip] as number, starts[(own ^ flip) + 1] as number, wanted, found)) return;
  }
};

/** Multi-index hashing. `words` has two numbers per hash, as wordsOf() gives them. */
export const buildHashIndex = async (words: Uint32Array): Promise<HashIndex> => {
  const yieldToEventLoop = createYieldToEventLoop();
  const size = words.length / 2;
  const index: Bucketed[] = [];
  if (size > maxScanned)
    for (const block of blocks) {
      index.push(bucketed(words, block));
      await yieldToEventLoop();
    }
  return {
    size,
    bytes: index.reduce((bytes, block) => bytes + block.words.byteLength + block.starts.byteLength, words.byteLength),
    near: (hash) => {
      const wanted = wordsOf(hash);
      const found = new Map<string, NearHash>();
      // The hashes of a list may be so alike that most of them are in these buckets, and some in several.
      if (index.length > 0 && countNear(index, wanted) < size) compareBuckets(index, wanted, found);
      else compare(words, 0, size, wanted, found);
      return [...found.values()].sort((one, other) => one.distance - other.distance);
    },
  };
};

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
