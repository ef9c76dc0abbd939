import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/** A post may be about to be saved with a picture that was hashed for it. */
const leastAge = '1 day';

/** Looks at the next pictures. Returns how many there were. */
const pruneBatch = (db: Db, batchSize: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { checkedTo } = await tx
      .selectFrom('stay_down_progress')
      .select('pictures_checked_to as checkedTo')
      .forUpdate()
      .executeTakeFirstOrThrow();
    const pictures = await tx
      .selectFrom('image_hashes')
      .select('id')
      .where('id', '>', checkedTo)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const ids = pictures.map(({ id }) => id);
    const { rows: removed } = await sql<{ url: string }>`
      delete from image_hashes i
      where id = any(${sql.val(ids)}::bigint[])
        and greatest(hashed_at, next_try_at) < now() - ${leastAge}::interval
        and not exists (select from videos where image_url = i.image_url)
        and not exists (
          select from videos where preview_urls <> '{}' and upload_paths(preview_urls) @> array[i.image_url])
        and not exists (select from kept_pictures k where k.image_url = i.image_url and k.removed_at is null)
      returning image_url as url`.execute(tx);
    // Posts that were saved meanwhile with one of them: the job may have left it as it was because it was still there.
    await sql`
      insert into saved_pictures (image_url)
      select distinct image_url from videos where image_url = any(${sql.val(removed.map(({ url }) => url))}::text[])`.execute(
      tx,
    );
    const pictures_checked_to = ids.length < batchSize ? 0 : (ids.at(-1) ?? 0);
    await tx.updateTable('stay_down_progress').set({ pictures_checked_to }).execute();
    return ids.length;
  });

/**
 * Removes the hashes of pictures that no post uses and no case keeps down. Each run checks `count` pictures; the next run continues
 * after them.
 */
export const pruneImageHashes = async (db: Db, { count = 100_000, batchSize = 1000 } = {}): Promise<void> => {
  for (let seen = 0; seen < count; seen += batchSize) {
    if ((await pruneBatch(db, batchSize)) < batchSize) return;
    await setImmediate();
  }
};
