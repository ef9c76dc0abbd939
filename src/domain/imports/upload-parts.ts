import { sql } from 'kysely';
import { importLimits } from '#contract/values/imports.ts';
import type { Db } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { ConflictError, ValidationError } from '#domain/errors.ts';
import { toChunks } from './feed-chunks.ts';
import { type Import, readImport } from './imports.ts';
import { readSource } from './sources.ts';

interface StartedUpload {
  sourceId: number;
  fileName: string;
  /** Of the whole file. */
  bytes: number;
}

/** Begins an import whose feed is sent in parts. */
export const startUpload = async (db: Db, actor: Actor, upload: StartedUpload): Promise<Import> => {
  const { settings } = await readSource(db, upload.sourceId);
  const { id } = await db
    .insertInto('imports')
    .values({
      source_id: upload.sourceId,
      admin_id: actor.adminId,
      admin: actor.admin,
      origin: 'upload',
      file_name: upload.fileName,
      expected_bytes: Math.min(upload.bytes, importLimits.bytes),
      settings: JSON.stringify(settings),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return readImport(db, id);
};

/**
 * Takes the next part of a feed; the last one makes it complete. A part that has arrived before is not stored twice: its answer
 * may have been lost on the way.
 */
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
      throw new ConflictError('This import takes no more parts.');
    if (offset !== locked.bytes)
      throw new ConflictError(`${locked.bytes} bytes have arrived: send the part that follows them.`);
    if (end > locked.expected_bytes) {
      const message = 'The file has become larger since the upload began.';
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
