import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { sql } from 'kysely';
import { type ImportOrigin, importLimits } from '#contract/values/imports.ts';
import type { Db } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { ConflictError, ValidationError } from '#domain/errors.ts';
import { type Import, readImport } from './imports.ts';
import { emptyFeed } from './reading/formats/messages.ts';
import { readSource } from './sources.ts';

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

const chunkBytes = 1024 * 1024;
/** Feeds are read two or three times, so speed matters more than size. */
const compressOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const tooLarge = `A feed may have at most ${importLimits.bytes / 1024 ** 3} GB. Compress it, or split it.`;

/** Joins small pieces into chunks of at least `chunkBytes`. */
async function* joinPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
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

const toChunk = async (piece: Buffer) => {
  const compressed = await compress(piece, compressOptions);
  const is_compressed = compressed.length < piece.length;
  return { is_compressed, content: is_compressed ? compressed : piece };
};

const toChunks = async (part: Buffer) => {
  const starts = Array.from({ length: Math.ceil(part.length / chunkBytes) }, (_, place) => place * chunkBytes);
  return Promise.all(starts.map((start) => toChunk(part.subarray(start, start + chunkBytes))));
};

const saveEveryMs = 10_000;

/** Saves how much of a feed was received, and that the process is alive. Throws if the import was discarded. */
const saveProgress = async (db: Db, importId: number, bytes?: number) => {
  const { numUpdatedRows } = await db
    .updateTable('imports')
    .set({ alive_at: sql`now()`, bytes })
    .where('id', '=', importId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ConflictError('The import was discarded while its feed was being fetched.');
};

/**
 * Passes bytes on until the import is discarded. Checked regularly, because a slow server may take hours to fill a
 * chunk.
 */
async function* untilDiscarded(db: Db, importId: number, bytes: AsyncIterable<Uint8Array>, now: () => number) {
  let savedAt = now();
  for await (const part of bytes) {
    if (now() - savedAt > saveEveryMs) {
      await saveProgress(db, importId);
      savedAt = now();
    }
    yield part;
  }
}

/** Stores a feed while it is received. Returns its size. */
export const storeFeed = async (
  db: Db,
  importId: number,
  bytes: AsyncIterable<Uint8Array>,
  now: () => number = Date.now,
): Promise<number> => {
  let [number, total] = [0, 0];
  for await (const piece of joinPieces(untilDiscarded(db, importId, bytes, now))) {
    total += piece.length;
    if (total > importLimits.bytes) throw new ValidationError(tooLarge, { file: tooLarge });
    await saveProgress(db, importId, total);
    await db
      .insertInto('import_chunks')
      .values({ import_id: importId, number: number++, ...(await toChunk(piece)) })
      .execute();
  }
  return total;
};

/** The bytes of a feed as received. */
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

export interface ReceivedFeed {
  sourceId: number;
  origin: ImportOrigin;
  fileName: string;
  bytes: AsyncIterable<Uint8Array>;
  now?: (() => number) | undefined;
}

export const maxFileName = 200;

interface NewImport {
  sourceId: number;
  origin: ImportOrigin;
  fileName: string;
  expectedBytes?: number;
}

/** Adds an import whose feed is about to be received. Returns its id. */
export const insertImport = async (
  db: Db,
  { adminId, admin }: Actor,
  { sourceId, origin, fileName, expectedBytes }: NewImport,
): Promise<number> => {
  const { settings } = await readSource(db, sourceId);
  const { id } = await db
    .insertInto('imports')
    .values({
      source_id: sourceId,
      admin_id: adminId,
      admin,
      origin,
      file_name: fileName.slice(0, maxFileName),
      expected_bytes: expectedBytes ?? null,
      settings: JSON.stringify(settings),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

/** Stores a feed as a new import, ready to be checked. Nothing is stored if the transfer fails. */
export const receiveFeed = async (
  db: Db,
  actor: Actor,
  { sourceId, origin, fileName, bytes, now }: ReceivedFeed,
): Promise<Import> => {
  const id = await insertImport(db, actor, { sourceId, origin, fileName });
  try {
    const stored = await storeFeed(db, id, bytes, now);
    if (stored === 0) throw new ValidationError(emptyFeed, { file: emptyFeed });
    await db
      .updateTable('imports')
      .set({ state: 'received', bytes: stored, received_at: new Date() })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    await db.deleteFrom('imports').where('id', '=', id).execute();
    throw error;
  }
  return readImport(db, id);
};

interface StartedUpload {
  sourceId: number;
  fileName: string;
  /** Size of the whole file. */
  bytes: number;
}

/** Creates an import whose feed is uploaded in parts. */
export const startUpload = async (db: Db, actor: Actor, upload: StartedUpload): Promise<Import> => {
  const { sourceId, fileName, bytes } = upload;
  const expectedBytes = Math.min(bytes, importLimits.bytes);
  return readImport(db, await insertImport(db, actor, { sourceId, origin: 'upload', fileName, expectedBytes }));
};

/** Stores the next part of a feed. Idempotent, because clients send a part again if they didn't get its response. */
export const appendPart = async (db: Db, id: number, offset: number, part: Buffer): Promise<Import> => {
  const chunks = await toChunks(part);
  return db.transaction().execute(async (tx) => {
    const locked = await tx
      .selectFrom('imports')
      .select(['bytes', 'expected_bytes', 'state'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const end = offset + part.length;
    if (!locked || end <= locked.bytes) return readImport(tx, id);
    if (locked.state !== 'receiving' || locked.expected_bytes === null)
      throw new ConflictError('This upload is complete or was not started in parts.');
    if (offset !== locked.bytes)
      throw new ConflictError(`${locked.bytes} bytes were received. Send the part that starts there.`);
    if (end > locked.expected_bytes) {
      const message = 'The file has grown since the upload began.';
      throw new ValidationError(message, { part: message });
    }
    const { next } = await tx
      .selectFrom('import_chunks')
      .select(sql<number>`coalesce(max(number) + 1, 0)`.as('next'))
      .where('import_id', '=', id)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('import_chunks')
      .values(chunks.map((chunk, place) => ({ import_id: id, number: next + place, ...chunk })))
      .execute();
    await tx
      .updateTable('imports')
      .set({
        bytes: end,
        alive_at: sql`now()`,
        ...(end === locked.expected_bytes ? { state: 'received', received_at: sql`now()` } : {}),
      })
      .where('id', '=', id)
      .execute();
    return readImport(tx, id);
  });
};
