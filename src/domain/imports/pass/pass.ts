import { sql } from 'kysely';
import type { ImportSettings } from '#contract/values/imports.ts';
import type { Db } from '#db/database.ts';
import { createCells } from '../mapping/map-fields.ts';
import { createMapper, type Mapper } from '../mapping/mapper.ts';
import { createUnusedColumns, type UnusedColumns } from '../mapping/unused-columns.ts';
import { createNameIds, type NameIds, type PartnerFinder } from '../posts/resolve-posts.ts';
import { type FeedColumns, RowProblem } from '../reading/feed-row.ts';
import { hashSettings } from './find-items.ts';
import type { ImportLease } from './lease.ts';

const pageBits = 16;
const pageWords = 2 ** pageBits / 32;

/** A set of ids. A million consecutive ids take about 128 KB. */
class SeenIds {
  readonly #pages = new Map<number, Uint32Array>();

  has(id: number): boolean {
    const page = this.#pages.get(Math.floor(id / 2 ** pageBits));
    return page !== undefined && ((page[(id % 2 ** pageBits) >>> 5] ?? 0) & (1 << (id % 32))) !== 0;
  }

  add(id: number): void {
    const number = Math.floor(id / 2 ** pageBits);
    const page = this.#pages.get(number) ?? new Uint32Array(pageWords);
    this.#pages.set(number, page);
    const word = (id % 2 ** pageBits) >>> 5;
    page[word] = (page[word] ?? 0) | (1 << (id % 32));
  }
}

const initialSlots = 1 << 16;
const maxLoad = 0.6;

/** A set of hex hashes, truncated to 8 bytes. A million of them take less than 32 MB. */
class SeenHashes {
  #slots = new Uint32Array(2 * initialSlots);
  #size = 0;

  static #halves(hex: string): [number, number] {
    // Set the low bit, since zero marks an empty slot.
    return [Number.parseInt(hex.slice(0, 8), 16) | 1, Number.parseInt(hex.slice(-8), 16)].map((half) => half >>> 0) as [
      number,
      number,
    ];
  }

  /** The slot of a hash, or the empty slot to put it in. */
  #slotOf(slots: Uint32Array, high: number, low: number): number {
    const count = slots.length / 2;
    let slot = low % count;
    while (slots[2 * slot] !== 0 && (slots[2 * slot] !== high || slots[2 * slot + 1] !== low))
      slot = (slot + 1) % count;
    return slot;
  }

  has(hex: string): boolean {
    const [high, low] = SeenHashes.#halves(hex);
    return this.#slots[2 * this.#slotOf(this.#slots, high, low)] !== 0;
  }

  add(hex: string): void {
    if (this.#size >= (this.#slots.length / 2) * maxLoad) this.#grow();
    const [high, low] = SeenHashes.#halves(hex);
    const slot = this.#slotOf(this.#slots, high, low);
    if (this.#slots[2 * slot] === 0) this.#size++;
    this.#slots[2 * slot] = high;
    this.#slots[2 * slot + 1] = low;
  }

  #grow(): void {
    const grown = new Uint32Array(2 * this.#slots.length);
    for (let at = 0; at < this.#slots.length; at += 2) {
      const [high, low] = [this.#slots[at] ?? 0, this.#slots[at + 1] ?? 0];
      if (high === 0) continue;
      const slot = this.#slotOf(grown, high, low);
      grown[2 * slot] = high;
      grown[2 * slot + 1] = low;
    }
    this.#slots = grown;
  }
}

const initialBytes = 1 << 13;

/** A set of row numbers, as a bitmap. A million of them take 128 KB. */
export class RowSet {
  #bits: Buffer;

  constructor(bits: Buffer = Buffer.alloc(initialBytes)) {
    this.#bits = bits;
  }

  has(row: number): boolean {
    return ((this.#bits[row >>> 3] ?? 0) & (1 << (row & 7))) !== 0;
  }

  add(row: number): void {
    const at = row >>> 3;
    if (at >= this.#bits.length)
      this.#bits = Buffer.concat([this.#bits, Buffer.alloc(Math.max(at, this.#bits.length))]);
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (row & 7));
  }

  get bytes(): Buffer {
    return this.#bits;
  }
}

/**
 * Rows that the dry run found unchanged, which the run can skip. Undefined if the run must read all rows: to find
 * missing posts or duplicate rows, or because another import of the source ran in between.
 */
export const readUnchangedRows = async (db: Db, lease: ImportLease): Promise<RowSet | undefined> => {
  if (lease.state !== 'running' || lease.takesDown) return undefined;
  const { rows } = await sql<{ bits: Buffer | null }>`
    select unchanged_rows as bits from imports i
    where id = ${lease.id}::bigint and coalesce((checked_counts ->> 'duplicate')::integer, 0) = 0 and not exists (
      select from imports o where o.source_id = i.source_id and o.id <> i.id
        and greatest(o.started_at, o.ended_at, o.undo_started_at, o.undo_ended_at) >= i.check_started_at)`.execute(db);
  const bits = rows[0]?.bits;
  return bits ? new RowSet(bits) : undefined;
};

/** One pass over a feed: a dry run or a run. */
export interface Pass {
  importId: number;
  sourceId: number;
  settings: ImportSettings;
  settingsHash: Buffer;
  /** True for a catalogue exported by this software. Its posts may share links, so they are matched by id only. */
  isOwnCatalogue: boolean;
  map: Mapper;
  partnerOf: PartnerFinder;
  nameIds: NameIds;
  /** The source's id of a row, even of one that can't become a post. Blank if it has none. */
  itemIdOf: (columns: FeedColumns | RowProblem) => string;
  /** Posts of the rows read so far. */
  seenPosts: SeenIds;
  /** Keys and links of the rows read so far that had no post. */
  seenHashes: SeenHashes;
  /** Unchanged rows so far. */
  unchangedRows: RowSet;
  /** What the rows so far say in columns that no field reads. */
  unusedColumns: UnusedColumns;
  /** Rows so far that are too broken to identify their posts. */
  lostRows: number;
}

const idReader = ({ mapping }: ImportSettings): Pass['itemIdOf'] => {
  const cells = createCells(mapping);
  return (columns) => (columns instanceof RowProblem ? '' : cells.text(columns, 'itemId').trim());
};

type PassInput = Pick<Pass, 'importId' | 'sourceId' | 'settings' | 'isOwnCatalogue' | 'partnerOf'>;

export const startPass = (input: PassInput): Pass => ({
  ...input,
  itemIdOf: idReader(input.settings),
  nameIds: createNameIds(),
  settingsHash: hashSettings(input.settings),
  map: createMapper(input.settings.mapping, input.settings.rules, { isOwnCatalogue: input.isOwnCatalogue }),
  seenPosts: new SeenIds(),
  seenHashes: new SeenHashes(),
  unchangedRows: new RowSet(),
  unusedColumns: createUnusedColumns(input.settings.mapping),
  lostRows: 0,
});
