import { sql } from 'kysely';
import type { Db, InTransaction } from '#db/database.ts';
import { linkColumns } from '#domain/catalogue/links.ts';
import { type Listing, videoListing } from '#domain/listing/listing.ts';
import { findProhibitedTerms } from '#domain/listing-rules/prohibited-terms.ts';
import type { ImportedPost } from '../mapping/mapper.ts';
import type { PostValues } from '../posts/post-values.ts';
import { type ResolvedPost, resolvePosts } from '../posts/resolve-posts.ts';
import { defaultFeedLimits } from '../reading/feed-limits.ts';
import type { FeedRow } from '../reading/feed-row.ts';
import { readFeed } from '../reading/read-feed.ts';
import { readFeedBytes } from '../received-feeds.ts';
import { RowProblem } from '../row-problem.ts';
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

type Named = Pick<ResolvedPost, 'tags' | 'performers'>;

/** Names of an unchanged post are those of the feed: they were allowed before, or are refused now. */
export const listingOf = ({ tags, performers }: Named, values: PostValues, id = 0): Listing =>
  videoListing({
    id,
    title: values.title,
    description: values.description,
    altKeywords: values.altKeywords,
    ...linkColumns([values.link, ...values.otherLinks], []),
    iframeUrl: values.iframeUrl,
    imageUrl: values.imageUrl,
    previewUrls: values.previewUrls,
    tagNames: [...tags.values()],
    performerNames: [...performers.values()],
    performers: [...performers.keys()],
    partnerId: values.partner,
  });

/** A row that differs from what the source had before. */
interface ReadableRow {
  number: number;
  rowHash: string;
  post: ImportedPost;
}

/** A row together with what the catalogue has about it. */
export interface FoundRow extends ReadableRow, ResolvedPost {
  key: string;
  item: FoundItem | undefined;
  /** Of a row that would become a new post. */
  links: FoundLinks;
  /** The post as it is checked, of such a row. */
  listing?: Listing;
}

/** A row whose item has, or had, a post. */
export interface KnownRow extends FoundRow {
  item: FoundItem;
}

/** What an import took down and time has removed is added anew; what an admin has deleted is not. */
export const isKnown = (row: FoundRow): row is KnownRow =>
  row.item !== undefined && !(row.item.isTakenDown && !row.item.post);

/** Searches the texts of new posts, which takes longer than all other checks. What is found is remembered with the listing. */
const checkAhead = async (db: Db, rows: readonly FoundRow[]) => {
  for (const row of rows) row.listing = listingOf(row, row.values);
  await findProhibitedTerms(
    db,
    rows.flatMap(({ listing }) => listing ?? []),
  );
};

const noLinks: FoundLinks = { hashes: [], duplicate: undefined };

/**
 * Looks up what rows are about. This happens while the batch before is still being written: the pass itself knows which items and
 * links that one has, and what may be changed is read again once it is locked.
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
    const [ofRow, of] = [resolved[at], items[at]];
    return ofRow && of ? [{ ...row, ...ofRow, ...of, links: noLinks }] : [];
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
 * The rows of a source as they were read last, each with its post. Of their hashes 8 bytes are kept: a million rows take 32 MB. Looking
 * each up in the database took longer than reading the feed.
 */
export class KnownRows {
  readonly #words: Uint32Array;
  /** Zero in an empty slot. */
  readonly #videoIds: Float64Array;
  readonly #lastSlot: number;

  /** Each page is a number of hashes and ids, one after the other. */
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

  /** Where a hash is, or would be. */
  #slotOf(first: number, second: number): number {
    let slot = first & this.#lastSlot;
    while (this.#videoIds[slot] !== 0 && (this.#words[2 * slot] !== first || this.#words[2 * slot + 1] !== second))
      slot = (slot + 1) & this.#lastSlot;
    return slot;
  }

  /** The post of a row that is as it was. */
  postOf(rowHash: string, salt: Buffer): number | undefined {
    const first = Number.parseInt(rowHash.slice(0, 8), 16) ^ salt.readInt32BE(0);
    const second = Number.parseInt(rowHash.slice(8, 16), 16) ^ salt.readInt32BE(4);
    return this.#videoIds[this.#slotOf(first >>> 0, second >>> 0)] || undefined;
  }
}

export const noKnownRows = new KnownRows([]);

/** Nobody else changes the items of a source while one of its imports is running. */
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

/** A row that cannot become a post. */
export interface BadRow {
  number: number;
  excerpt: string;
  problem: RowProblem;
  /** Blank if it is not to be found. */
  itemId: string;
}

/** Rows that follow each other, of which only those that differ from what the source had before were parsed. */
interface ParsedBatch {
  lastRow: number;
  /** How many rows the dry run has found unchanged. */
  unchanged: number;
  /** Rows that are as they were, which need not be parsed. */
  same: { number: number; videoId: number }[];
  readable: ReadableRow[];
  bad: BadRow[];
  /** Rows that could not be read, so that nobody knows whose they are. */
  lostRows: number;
  /** Of rows that were done before the import was interrupted. */
  done: {
    /** Posts of rows that are known. */
    videoIds: number[];
    /** Others are read only if what the feed lacks is taken down. */
    rows: KeyedRow[];
  };
}

interface ParseOptions {
  /** Rows up to this one are done. */
  doneRows: number;
  knownRows: KnownRows;
  /** Rows that need not be looked at. */
  unchangedRows: RowSet | undefined;
}

/** Parses the rows that have changed since they were read last. */
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

/** Several batches that follow each other as one. */
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

/** Prepares the next value while the one before is being worked on. */
export async function* readAhead<Value>(values: AsyncGenerator<Value>): AsyncGenerator<Value> {
  let next = values.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = values.next();
      // Whoever asks for it gets the error; nobody may ask.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await values.return(undefined);
  }
}

/** Rows that only have to be decided about and written. */
export interface PreparedBatch extends ParsedBatch {
  found: FoundRow[];
}

/** A batch in which little has changed grows up to so many times its size: what a transaction costs is paid less often. */
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

/** Reads a feed, and looks up what its rows are about. */
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
