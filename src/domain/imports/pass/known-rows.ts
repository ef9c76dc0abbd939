import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

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
