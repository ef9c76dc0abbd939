import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { YieldToEventLoop } from './yield-to-event-loop.ts';

/** A row of COPY's binary format, whose fields are numbered from 0. It is overwritten by the next row. */
export interface CopyRow {
  /** A smallint, integer or bigint. */
  integer: (field: number) => number;
  /** A double precision. */
  float: (field: number) => number;
  text: (field: number) => string;
  isNull: (field: number) => boolean;
  /** The bytes of this field and all that follow, each after its length (32 bits, -1 for null). */
  bytesFrom: (field: number) => Buffer;
}

/** The signature, flags and the length of an extension that no server sends. */
const headerBytes = 19;
const endOfData = -1;
const maxFields = 32;

const createParser = () => {
  const starts = new Int32Array(maxFields);
  const lengths = new Int32Array(maxFields);
  let bytes: Buffer = Buffer.alloc(0);
  let at = 0;
  let isAfterHeader = false;

  const row: CopyRow = {
    integer: (field) => {
      const start = starts[field] as number;
      if (lengths[field] === 8) return bytes.readInt32BE(start) * 2 ** 32 + bytes.readUInt32BE(start + 4);
      return lengths[field] === 4 ? bytes.readInt32BE(start) : bytes.readInt16BE(start);
    },
    float: (field) => bytes.readDoubleBE(starts[field]),
    text: (field) => bytes.toString('utf8', starts[field], (starts[field] as number) + (lengths[field] as number)),
    isNull: (field) => lengths[field] === -1,
    bytesFrom: (field) => bytes.subarray((starts[field] as number) - 4, at),
  };

  /** Moves past the next row if all of it has arrived. */
  const next = (): boolean => {
    if (!isAfterHeader) {
      if (bytes.length < headerBytes) return false;
      at = headerBytes;
      isAfterHeader = true;
    }
    if (at + 2 > bytes.length) return false;
    const fields = bytes.readInt16BE(at);
    if (fields === endOfData) return false;
    let position = at + 2;
    for (let field = 0; field < fields; field++) {
      if (position + 4 > bytes.length) return false;
      const length = bytes.readInt32BE(position);
      starts[field] = position + 4;
      lengths[field] = length;
      position += 4 + Math.max(0, length);
    }
    if (position > bytes.length) return false;
    at = position;
    return true;
  };

  return {
    row,
    next,
    add: (chunk: Buffer) => {
      bytes = at < bytes.length ? Buffer.concat([bytes.subarray(at), chunk]) : chunk;
      at = 0;
    },
  };
};

/** Streams a query's rows. Between chunks, other work may go first. If it fails, the connection ends with it. */
export const eachRow = async (
  client: pg.Client,
  query: string,
  yieldToEventLoop: YieldToEventLoop,
  take: (row: CopyRow) => void,
) => {
  const parser = createParser();
  const rows = client.query(copyTo(`copy (${query}) to stdout (format binary)`));
  // The stream itself would wait for ever if the connection ends before it.
  const end = () => rows.destroy(new Error('The connection to the database was lost'));
  client.once('end', end);
  try {
    for await (const chunk of rows) {
      parser.add(chunk as Buffer);
      while (parser.next()) take(parser.row);
      await yieldToEventLoop();
    }
  } catch (error) {
    // Nobody reads the rest of the copy, so every later query on this connection would wait for ever.
    void client.end();
    throw error;
  } finally {
    client.off('end', end);
  }
};
