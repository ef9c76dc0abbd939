import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { queuePictures } from '#domain/stay-down/image-hashes.ts';

/** A picture that is to be hashed now. */
export interface DuePicture {
  id: number;
  url: string;
  /** With this one. */
  tries: number;
}

const minute = 60_000;
/** Longer than a picture may take. A process that is killed leaves its pictures to the next one after this time. */
const leaseMs = 10 * minute;
const maxTries = 8;
/** From ten minutes to a day. */
const retryDelayMs = (tries: number) => Math.min(10 * minute * 3 ** (tries - 1), 24 * 60 * minute);
const maxProblemLength = 200;

const savedPerClaim = 10_000;

/** Queues the pictures of posts that were saved since. */
const queueSavedPictures = (db: Db) =>
  sql`
    with saved as (
      delete from saved_pictures where id in (
        select id from saved_pictures order by id limit ${savedPerClaim} for update skip locked)
      returning image_url)
    insert into image_hashes (image_url) select distinct image_url from saved order by image_url
    on conflict do nothing`.execute(db);

/** A picture is counted when it is taken: what is waiting after the last try has ended the process each time. */
const giveUpPictures = (db: Db) =>
  sql`
    update image_hashes set state = 'failed', problem = 'The process ended each time while it was being hashed.'
    where state = 'waiting' and next_try_at <= now() and tries >= ${maxTries}`.execute(db);

/** Takes pictures that wait. No row stays locked while they are fetched. */
export const claimPictures = async (db: Db, count: number): Promise<DuePicture[]> => {
  await queueSavedPictures(db);
  await giveUpPictures(db);
  const { rows } = await sql<DuePicture>`
    with due as materialized (
      select id from image_hashes where state = 'waiting' and next_try_at <= now()
      order by next_try_at, id limit ${count} for update skip locked)
    update image_hashes i set tries = i.tries + 1, next_try_at = now() + ${leaseMs} * interval '1 ms'
    from due where i.id = due.id returning i.id, i.image_url as url, i.tries`.execute(db);
  return rows.toSorted((one, other) => one.id - other.id);
};

/** Puts back what was not tried, for another time. */
export const unclaimPictures = async (db: Db, pictures: readonly DuePicture[], delayMs: number): Promise<void> => {
  const ids = pictures.map(({ id }) => id);
  await sql`
    update image_hashes set tries = greatest(tries - 1, 0), next_try_at = now() + ${delayMs} * interval '1 ms'
    where id = any(${sql.val(ids)}::bigint[]) and state = 'waiting'`.execute(db);
};

/** A picture that could not be fetched is tried again later; one that cannot be read is not. */
export const postponePicture = async (db: Db, { id, tries }: DuePicture, error: Error, isFinal: boolean) => {
  const next_try_at = new Date(Date.now() + retryDelayMs(tries));
  const problem = error.message.slice(0, maxProblemLength);
  await db
    .updateTable('image_hashes')
    .set(isFinal || tries >= maxTries ? { state: 'failed', problem } : { next_try_at, problem })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
};

/** Queues the pictures of the next posts that are older than the queue. */
export const queueOlderPictures = (db: Db, count: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { queued_to } = await tx.selectFrom('hash_book').select('queued_to').executeTakeFirstOrThrow();
    const videos = await tx
      .selectFrom('videos')
      .select(['id', 'image_url', sql<string[]>`upload_paths(preview_urls)`.as('previews')])
      .where('id', '>', queued_to)
      .orderBy('id')
      .limit(count)
      .execute();
    const last = videos.at(-1);
    if (!last) return;
    await queuePictures(
      tx,
      videos.flatMap(({ image_url, previews }) => [image_url, ...previews]),
    );
    await tx.updateTable('hash_book').set({ queued_to: last.id }).execute();
  });
