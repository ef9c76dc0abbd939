import type { ImportOrigin } from '#contract/values/imports.ts';
import type { Db } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { ValidationError } from '#domain/errors.ts';
import { storeFeed } from './feed-chunks.ts';
import { type Import, readImport } from './imports.ts';
import { emptyFeed } from './reading/formats/sentences.ts';
import { readSource } from './sources.ts';

export interface ReceivedFeed {
  sourceId: number;
  origin: ImportOrigin;
  fileName: string;
  bytes: AsyncIterable<Uint8Array>;
  now?: (() => number) | undefined;
}

const maxFileName = 200;

/** Stores a feed as a new import, which can be checked next. Nothing stays of a feed that breaks off. */
export const receiveFeed = async (
  db: Db,
  actor: Actor,
  { sourceId, origin, fileName, bytes, now }: ReceivedFeed,
): Promise<Import> => {
  const { settings } = await readSource(db, sourceId);
  const { id } = await db
    .insertInto('imports')
    .values({
      source_id: sourceId,
      admin_id: actor.adminId,
      admin: actor.admin,
      origin,
      file_name: fileName.slice(0, maxFileName),
      settings: JSON.stringify(settings),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
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
