import { setImmediate } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { applyPictureMatches } from '#domain/cases/withhold-matches.ts';
import { findPictureMatches } from '#domain/stay-down/hash-book.ts';

/** As many as are looked up in some milliseconds: nobody else is served meanwhile. */
const batchSize = 100;

/** Compares the next pictures with a list. Returns whether there are more. */
const compareBatch = (db: Db, listId: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const list = await tx
      .selectFrom('hash_lists')
      .select('compared_to')
      .where('id', '=', listId)
      .where('deleted_at', 'is', null)
      .where('compared_to', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!list) return false;
    const pictures = await tx
      .selectFrom('image_hashes')
      .select(['id', 'image_url as url', 'hash'])
      .where('id', '>', list.compared_to ?? 0)
      .where('hash', 'is not', null)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const found = await findPictureMatches(
      tx,
      pictures.map(({ hash }) => hash ?? undefined),
    );
    for (const [at, { url }] of pictures.entries()) {
      const matches = (found[at] ?? []).filter((match) => match.kind === 'list' && match.listId === listId);
      await applyPictureMatches(tx, url, matches);
    }
    const isLast = pictures.length < batchSize;
    const compared_to = isLast ? null : (pictures.at(-1)?.id ?? null);
    await tx.updateTable('hash_lists').set({ compared_to }).where('id', '=', listId).execute();
    return !isLast;
  });

/** Compares pictures that were there already with new lists. What it finds is for an admin to decide. */
export const compareLists = async (db: Db, until = Date.now() + 45_000): Promise<void> => {
  const lists = await db
    .selectFrom('hash_lists')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('compared_to', 'is not', null)
    .orderBy('id')
    .execute();
  for (const { id } of lists) while (Date.now() < until && (await compareBatch(db, id))) await setImmediate();
};
