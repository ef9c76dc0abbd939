import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { sql } from 'kysely';
import { importLimits } from '#contract/values/imports.ts';
import type { Db } from '#db/database.ts';
import { ConflictError, ValidationError } from '#domain/errors.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const chunkBytes = 1024 * 1024;
/** Feeds are read two or three times: speed counts more than size. */
const compressOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const tooLarge = `A feed may have at most ${importLimits.bytes / 1024 ** 3} GB. Compress it, or split it.`;

/** Joins what arrives to pieces of about one size. */
async function* piecesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of bytes) {
    parts.push(part);
    length += part.length;
    if (length < chunkBytes) continue;
    yield Buffer.concat(parts);
    [parts, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(parts);
}

/** A piece as it is stored. */
const toChunk = async (piece: Buffer) => {
  const compressed = await compress(piece, compressOptions);
  const is_compressed = compressed.length < piece.length;
  return { is_compressed, content: is_compressed ? compressed : piece };
};

/** A part of a feed, which is in memory as a whole, as it is stored. */
export const toChunks = async (part: Buffer) => {
  const starts = Array.from({ length: Math.ceil(part.length / chunkBytes) }, (_, place) => place * chunkBytes);
  return Promise.all(starts.map((start) => toChunk(part.subarray(start, start + chunkBytes))));
};

const aliveMs = 10_000;

/** Tells that the process that receives a feed is alive, and how far it is. */
const stayAlive = async (db: Db, importId: number, bytes?: number) => {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ alive_at: sql`now()`, bytes })
    .where('id', '=', importId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ConflictError('Somebody cancelled it.');
};

/** The bytes, until somebody discards the import. A slow server may take hours for a piece. */
async function* untilDiscarded(db: Db, importId: number, bytes: AsyncIterable<Uint8Array>, now: () => number) {
  let aliveAt = now();
  for await (const part of bytes) {
    if (now() - aliveAt > aliveMs) {
      await stayAlive(db, importId);
      aliveAt = now();
    }
    yield part;
  }
}

/** Stores the bytes of a feed as they arrive, and returns how many they are. */
export const storeFeed = async (
  db: Db,
  importId: number,
  bytes: AsyncIterable<Uint8Array>,
  now: () => number = Date.now,
): Promise<number> => {
  let [number, total] = [0, 0];
  for await (const piece of piecesOf(untilDiscarded(db, importId, bytes, now))) {
    total += piece.length;
    if (total > importLimits.bytes) throw new ValidationError(tooLarge, { file: tooLarge });
    await stayAlive(db, importId, total);
    await db
      .insertInto('import_chunks')
      .values({ import_id: importId, number: number++, ...(await toChunk(piece)) })
      .execute();
  }
  return total;
};

/** The bytes of a feed as they were received. */
export async function* readFeedBytes(db: Db, importId: number): AsyncGenerator<Buffer> {
  for (let number = 0; ; number++) {
    const chunk = await db
      .selectFrom('import_chunks')
      .select(['is_compressed', 'content'])
      .where('import_id', '=', importId)
      .where('number', '=', number)
      .executeTakeFirst();
    if (!chunk && number === 0) throw new ValidationError('The feed of this import has been removed. Import it again.');
    if (!chunk) return;
    yield chunk.is_compressed ? await decompress(chunk.content) : chunk.content;
  }
}
