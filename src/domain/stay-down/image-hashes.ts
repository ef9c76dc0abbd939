import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { PictureHash } from './hash-words.ts';
import { nextGeneration } from './picture-hashes.ts';

/** Condition on `videos`: one of these pictures is its thumbnail or, if it is an upload, one of its previews. */
export const hasPicture = (urls: readonly string[]) => sql<boolean>`(
  videos.image_url = any(${sql.val(urls)}::text[])
  or videos.preview_urls <> '{}' and upload_paths(videos.preview_urls) && ${sql.val(urls)}::text[])`;

/** The demo's drawings are not hashed. The trigger of `videos` has the same pattern. */
const isHashed = sql`url ~ '^(https?://|/uploads/)'`;

/** Queues unknown pictures for the job. Pictures of saved posts are queued by a trigger, through `saved_pictures`. */
export const queuePictures = async (tx: Db, urls: readonly string[]): Promise<void> => {
  await sql`
    insert into image_hashes (image_url)
    select distinct url from unnest(${sql.val(urls)}::text[]) as url where ${isHashed} order by url
    on conflict do nothing`.execute(tx);
};

/** The fingerprint in a row of `image_hashes`. */
export const storedFingerprint = sql<PictureHash[]>`
  case when hash is null then '{}' else hash || array(select lpad(to_hex(variant), 16, '0') from unnest(variants) as variant) end`;

const withUrl = (url: string) => sql<boolean>`md5(image_url) = md5(${url}) and image_url = ${url}`;

/** Stores the fingerprint of a picture, also for entries of pictures that a case removed before they were hashed. */
export const storeHash = async (
  tx: Tx,
  url: string,
  hash: PictureHash | undefined,
  others: readonly PictureHash[] = [],
): Promise<void> => {
  await queuePictures(tx, [url]);
  await tx
    .updateTable('image_hashes')
    .set({
      state: hash === undefined ? 'flat' : 'hashed',
      hash: hash ?? null,
      variants: sql`array(select ('x' || variant)::bit(64)::bigint from unnest(${sql.val(others)}::text[]) as variant)`,
      problem: null,
      hashed_at: new Date(),
    })
    .where(withUrl(url))
    .execute();
  if (hash === undefined) return;
  const unhashed = await tx
    .selectFrom('kept_pictures')
    .select('id')
    .where('image_url', '=', url)
    .where('hash', 'is', null)
    .execute();
  if (unhashed.length === 0) return;
  const generation = await nextGeneration(tx);
  await tx
    .updateTable('kept_pictures')
    .set({ hash, generation })
    .where('image_url', '=', url)
    .where('hash', 'is', null)
    .execute();
};

/** Checks the next pictures. Keeps recent ones, because a post may be about to be saved with one. Returns their number. */
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
        and greatest(hashed_at, next_try_at) < now() - interval '1 day'
        and not exists (select from videos where image_url = i.image_url)
        and not exists (
          select from videos where preview_urls <> '{}' and upload_paths(preview_urls) @> array[i.image_url])
        and not exists (select from kept_pictures k where k.image_url = i.image_url and k.removed_at is null)
      returning image_url as url`.execute(tx);
    // Queue again what posts that were saved meanwhile use: the job may have skipped it because the row still existed.
    await sql`
      insert into saved_pictures (image_url)
      select distinct image_url from videos where image_url = any(${sql.val(removed.map(({ url }) => url))}::text[])`.execute(
      tx,
    );
    const pictures_checked_to = ids.length < batchSize ? 0 : (ids.at(-1) ?? 0);
    await tx.updateTable('stay_down_progress').set({ pictures_checked_to }).execute();
    return ids.length;
  });

/** Removes hashes of pictures that no post uses and no case keeps down. Each run checks `count` pictures and the next one continues. */
export const pruneImageHashes = async (db: Db, { count = 100_000, batchSize = 1000 } = {}): Promise<void> => {
  for (let checked = 0; checked < count; checked += batchSize) {
    if ((await pruneBatch(db, batchSize)) < batchSize) return;
    await setImmediate();
  }
};
