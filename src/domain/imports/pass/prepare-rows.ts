import { sql } from 'kysely';
import type { Db, InTransaction } from '#db/database.ts';
import { linkColumns } from '#domain/catalogue/links.ts';
import { textsOf } from '#domain/catalogue/post-texts.ts';
import { type Listing, videoListing } from '#domain/listing/listing.ts';
import { findProhibitedTerms } from '#domain/listing-rules/prohibited-terms.ts';
import type { ImportedPost } from '../mapping/mapper.ts';
import type { PostValues } from '../posts/post-values.ts';
import { type ResolvedPost, resolvePosts } from '../posts/resolve-posts.ts';
import { defaultFeedLimits } from '../reading/feed-limits.ts';
import { type FeedRow, RowProblem } from '../reading/feed-row.ts';
import { readFeed } from '../reading/read-feed.ts';
import { readFeedBytes } from '../received-feeds.ts';
import {
  type FoundItem,
  type FoundLinks,
  findItems,
  findLinks,
  type KeyedRow,
  saltOf,
  storedRowHash,
} from './find-items.ts';
import type { Pass, RowSet } from './pass.ts';

/** The listing to check. Tags and performers are always those of the feed, even if the post's names don't change. */
export const listingOf = (
  { tags, performers }: Pick<ResolvedPost, 'tags' | 'performers'>,
  values: PostValues,
  id = 0,
): Listing =>
  videoListing({
    id,
    ...textsOf(values),
    ...linkColumns([values.link, ...values.otherLinks], []),
    iframeUrl: values.iframeUrl,
    imageUrl: values.imageUrl,
    previewUrls: values.previewUrls,
    tagNames: [...tags.values()],
    performerNames: [...performers.values()],
    performers: [...performers.keys()],
    partnerId: values.partner,
  });

/** A parsed row that differs from the last import. */
interface ReadableRow {
  number: number;
  rowHash: string;
  post: ImportedPost;
}

/** A row with its data from the catalogue. */
export interface FoundRow extends ReadableRow, ResolvedPost {
  key: string;
  item: FoundItem | undefined;
  /** Only looked up for rows that would become new posts. */
  links: FoundLinks;
  /** The listing to check, for rows that would become new posts. */
  listing?: Listing;
}

/** A row whose item has, or had, a post. */
export interface KnownRow extends FoundRow {
  item: FoundItem;
}

/** A post that an import took down is added again once it is permanently deleted. One that an admin deleted is not. */
export const isKnown = (row: FoundRow): row is KnownRow =>
  row.item !== undefined && !(row.item.isTakenDown && !row.item.post);

/** Searches new posts for prohibited terms, the slowest check. Results are memoized by listing. */
const checkAhead = async (db: Db, rows: readonly FoundRow[]) => {
  for (const row of rows) row.listing = listingOf(row, row.values);
  await findProhibitedTerms(
    db,
    rows.flatMap(({ listing }) => listing ?? []),
  );
};

const noLinks: FoundLinks = { hashes: [], duplicate: undefined };

/**
 * Looks up the items, names and links of rows, while the previous batch is still being written. That is safe because
 * the pass keeps track of items and links that were just imported, and posts are read again after they are locked.
 */
export const findRows = async (db: Db, pass: Pass, rows: readonly ReadableRow[]): Promise<FoundRow[]> => {
  const posts = rows.map(({ post }) => post);
  const items = await findItems(db, pass.sourceId, posts);
  const resolved = await resolvePosts(db, posts, {
    rules: pass.settings.rules,
    partnerOf: pass.partnerOf,
    nameIds: pass.nameIds,
    now: new Date(),
  });
  const found = rows.flatMap((row, at): FoundRow[] => {
    const [post, item] = [resolved[at], items[at]];
    return post && item ? [{ ...row, ...post, ...item, links: noLinks }] : [];
  });
  const added = pass.settings.policies.addNew ? found.filter((row) => !isKnown(row)) : [];
  const links = await findLinks(
    db,
    added.map(({ post }) => post),
    { exceptSource: pass.isOwnCatalogue ? pass.sourceId : undefined },
  );
  for (const [at, row] of added.entries()) row.links = links[at] ?? noLinks;
  await checkAhead(db, added);
  return found;
};

const hashBytes = 16;
const recordBytes = hashBytes + 8;
const pageItems = 20_000;
const maxLoad = 0.6;

/**
 * Hashes of the source's rows at the last import, with their posts. An open-addressing hash table with 8 bytes per
 * hash: a million rows take 32 MB. Looking up each row in the database took longer than reading the feed.
 */
export class KnownRows {
  readonly #words: Uint32Array;
  /** Zero in an empty slot. */
  readonly #videoIds: Float64Array;
  readonly #lastSlot: number;

  /** Each page is a sequence of records with a hash and an id. */
  constructor(pages: readonly Buffer[]) {
    const rows = pages.reduce((sum, { length }) => sum + length / recordBytes, 0);
    const slots = 2 ** Math.ceil(Math.log2(rows / maxLoad + 1));
    this.#words = new Uint32Array(2 * slots);
    this.#videoIds = new Float64Array(slots);
    this.#lastSlot = slots - 1;
    for (const page of pages)
      for (let at = 0; at < page.length; at += recordBytes) {
        const [first, second] = [page.readUInt32BE(at), page.readUInt32BE(at + 4)];
        const slot = this.#slotOf(first, second);
        this.#words[2 * slot] = first;
        this.#words[2 * slot + 1] = second;
        this.#videoIds[slot] = Number(page.readBigInt64BE(at + hashBytes));
      }
  }

  /** The slot of a hash, or the empty slot to put it in. */
  #slotOf(first: number, second: number): number {
    let slot = first & this.#lastSlot;
    while (this.#videoIds[slot] !== 0 && (this.#words[2 * slot] !== first || this.#words[2 * slot + 1] !== second))
      slot = (slot + 1) & this.#lastSlot;
    return slot;
  }

  /** The post of an unchanged row. */
  postOf(rowHash: string, salt: Buffer): number | undefined {
    const first = Number.parseInt(rowHash.slice(0, 8), 16) ^ salt.readInt32BE(0);
    const second = Number.parseInt(rowHash.slice(8, 16), 16) ^ salt.readInt32BE(4);
    return this.#videoIds[this.#slotOf(first >>> 0, second >>> 0)] || undefined;
  }
}

export const noKnownRows = new KnownRows([]);

/** Reads all rows in advance: only one import of a source runs at a time, so they don't change. */
export const readKnownRows = async (db: Db, sourceId: number): Promise<KnownRows> => {
  const pages: Buffer[] = [];
  for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null; ) {
    const { rows } = await sql<{ page: Buffer | null; last: string | null }>`
      select string_agg(uuid_send(row_hash) || int8send(video_id), ''::bytea) filter (where row_hash is not null) as page,
        max(key::text) as last
      from (select key, row_hash, video_id from import_items
        where source_id = ${sourceId}::bigint and key > ${after}::uuid order by key limit ${pageItems}) as items`.execute(
      db,
    );
    after = rows[0]?.last ?? null;
    if (rows[0]?.page) pages.push(rows[0].page);
  }
  return new KnownRows(pages);
};

/** A row that can't become a post. */
export interface BadRow {
  number: number;
  excerpt: string;
  problem: RowProblem;
  /** Blank if unknown. */
  itemId: string;
}

/** Consecutive rows. Only those that differ from the last import are parsed. */
interface ParsedBatch {
  lastRow: number;
  /** Number of rows that the dry run found unchanged. */
  unchanged: number;
  /** Rows that are the same as at the last import, which are not parsed. */
  same: { number: number; videoId: number }[];
  readable: ReadableRow[];
  bad: BadRow[];
  /** Number of rows too broken to identify their posts. */
  lostRows: number;
  /** Rows processed before the import was interrupted. */
  done: {
    /** Posts of unchanged rows. */
    videoIds: number[];
    /** Other rows, which are only parsed if missing posts are taken down. */
    rows: KeyedRow[];
  };
}

interface ParseOptions {
  /** Rows up to this number were processed before an interruption. */
  doneRows: number;
  knownRows: KnownRows;
  /** Rows that the dry run found unchanged. */
  unchangedRows: RowSet | undefined;
}

const parseRows = (
  pass: Pass,
  rows: readonly FeedRow[],
  { doneRows, knownRows, unchangedRows }: ParseOptions,
): ParsedBatch => {
  const batch: ParsedBatch = {
    lastRow: rows.at(-1)?.number ?? 0,
    unchanged: 0,
    same: [],
    readable: [],
    bad: [],
    lostRows: 0,
    done: { videoIds: [], rows: [] },
  };
  const salt = saltOf(pass.settingsHash, rows[0]?.headingHash);
  for (const row of rows) {
    const { number } = row;
    const isDone = number <= doneRows;
    if (unchangedRows?.has(number)) {
      if (!isDone) batch.unchanged++;
      continue;
    }
    const rowHash = row.hash;
    const videoId = knownRows.postOf(rowHash, salt);
    if (videoId !== undefined) {
      if (isDone) batch.done.videoIds.push(videoId);
      else batch.same.push({ number, videoId });
      continue;
    }
    if (isDone && !pass.settings.policies.takeDownMissing) continue;
    const columns = row.columns();
    if (!(columns instanceof RowProblem)) pass.unusedColumns.add(columns);
    const post = pass.map(columns);
    const isBad = post instanceof RowProblem;
    const itemId = isBad ? pass.itemIdOf(columns) : post.itemId;
    if (isBad && itemId === '') batch.lostRows++;
    if (isDone) batch.done.rows.push({ itemId, link: isBad ? '' : post.link });
    else if (isBad) batch.bad.push({ number, excerpt: row.excerpt, problem: post, itemId });
    else batch.readable.push({ number, rowHash: storedRowHash(rowHash, salt), post });
  }
  return batch;
};

const joinBatches = (batches: readonly ParsedBatch[]): ParsedBatch => ({
  lastRow: batches.at(-1)?.lastRow ?? 0,
  unchanged: batches.reduce((sum, { unchanged }) => sum + unchanged, 0),
  same: batches.flatMap(({ same }) => same),
  readable: batches.flatMap(({ readable }) => readable),
  bad: batches.flatMap(({ bad }) => bad),
  lostRows: batches.reduce((sum, { lostRows }) => sum + lostRows, 0),
  done: {
    videoIds: batches.flatMap(({ done }) => done.videoIds),
    rows: batches.flatMap(({ done }) => done.rows),
  },
});

/** Prefetches the next value while the consumer processes the current one. */
export async function* readAhead<Value>(values: AsyncGenerator<Value>): AsyncGenerator<Value> {
  let next = values.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = values.next();
      // The consumer gets the error when it asks for the value. Until then, avoid an unhandled rejection.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await values.return(undefined);
  }
}

/** Rows that are ready to be classified and written. */
export interface PreparedBatch extends ParsedBatch {
  found: FoundRow[];
}

/** Batches with few changes are joined, up to this many, to save transactions. */
const maxJoined = 10;

const isFull = (batches: readonly ParsedBatch[], batchRows: number) =>
  batches.length >= maxJoined ||
  2 * batches.reduce((sum, { readable, bad, done }) => sum + readable.length + bad.length + done.rows.length, 0) >=
    batchRows;

export interface PrepareOptions extends ParseOptions {
  db: Db;
  inTransaction: InTransaction;
  batchRows: number;
}

export async function* preparedBatches(pass: Pass, options: PrepareOptions): AsyncGenerator<PreparedBatch> {
  const { db, inTransaction, batchRows } = options;
  let parsed: ParsedBatch[] = [];
  const prepare = () => {
    const batch = joinBatches(parsed);
    parsed = [];
    return inTransaction(async (tx) => ({ ...batch, found: await findRows(tx, pass, batch.readable) }));
  };
  const limits = { ...defaultFeedLimits, batchRows };
  for await (const rows of readFeed(readAhead(readFeedBytes(db, pass.importId)), pass.settings.format, limits)) {
    parsed.push(parseRows(pass, rows, options));
    if (isFull(parsed, batchRows)) yield prepare();
  }
  if (parsed.length > 0) yield prepare();
}
