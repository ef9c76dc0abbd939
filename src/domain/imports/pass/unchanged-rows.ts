import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Lease } from './lease.ts';

const initialBytes = 1 << 13;

/** Numbers of rows: a million of them take 128 KB. */
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
 * The rows that nothing becomes of, as the dry run has found. Undefined if a run has to look at each of them: to know which posts the
 * feed lacks, which rows are the same item, or because an import of the source has changed its posts since.
 */
export const readUnchangedRows = async (db: Db, lease: Lease): Promise<RowSet | undefined> => {
  if (lease.state !== 'running' || lease.takesDown) return undefined;
  const { rows } = await sql<{ bits: Buffer | null }>`
    select unchanged_rows as bits from imports i
    where id = ${lease.id}::bigint and coalesce((checked_counts ->> 'duplicate')::integer, 0) = 0 and not exists (
      select from imports o where o.source_id = i.source_id and o.id <> i.id
        and greatest(o.started_at, o.ended_at, o.undo_started_at, o.undo_ended_at) >= i.check_started_at)`.execute(db);
  const bits = rows[0]?.bits;
  return bits ? new RowSet(bits) : undefined;
};
