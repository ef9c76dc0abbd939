import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { isClip } from '#contract/values/previews.ts';
import type { Db } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';
import { FetchRefusedError } from '#domain/fetching/fetch-errors.ts';
import { hashPicture, type ReadPicture } from '#domain/stay-down/hash-picture.ts';
import { queuePictures } from '#domain/stay-down/image-hashes.ts';
import { isMissingFingerprint } from '#domain/stay-down/missing-fingerprints.ts';
import { recordFingerprint } from './picture-screen.ts';

interface DuePicture {
  id: number;
  url: string;
  /** Number of tries, including the current one. */
  tries: number;
  /** A case removed it, and its fingerprint is missing. */
  isRemoved: boolean;
}

const minute = 60_000;
/** Longer than hashing a batch may take. After this time, another process takes over the pictures of a killed one. */
const leaseMs = 10 * minute;
const maxTries = 8;
/** Exponential backoff from ten minutes to a day. */
const retryDelayMs = (tries: number) => Math.min(10 * minute * 3 ** (tries - 1), 24 * 60 * minute);
/** A removed picture is tried more often and for eight weeks: until it is hashed, it can be listed again. */
const maxTriesOfRemoved = 120;
const retryDelayOfRemovedMs = (tries: number) => Math.min(minute * 2 ** (tries - 1), 12 * 60 * minute);
const maxProblemLength = 200;

const savedPerClaim = 10_000;

const queueSavedPictures = (db: Db) =>
  sql`
    with saved as (
      delete from saved_pictures where id in (
        select id from saved_pictures order by id limit ${savedPerClaim} for update skip locked)
      returning image_url)
    insert into image_hashes (image_url) select distinct image_url from saved order by image_url
    on conflict do nothing`.execute(db);

/** Tries are counted before hashing, and a picture that still waits after the last one without a problem has crashed the process. */
const giveUpPictures = (db: Db) =>
  sql`
    update image_hashes set state = 'failed', problem = 'The process ended each time while it was being hashed.'
    where state = 'waiting' and next_try_at <= now() and tries >= ${maxTries}
      and (problem is null or tries >= ${maxTriesOfRemoved} or not ${isMissingFingerprint(sql`image_hashes.image_url`)})`.execute(
    db,
  );

/** Leases waiting pictures, so that no row stays locked while they are fetched. */
const claimPictures = async (db: Db, count: number): Promise<DuePicture[]> => {
  await queueSavedPictures(db);
  await giveUpPictures(db);
  const { rows } = await sql<DuePicture>`
    with due as materialized (
      select id from image_hashes where state = 'waiting' and next_try_at <= now()
      order by next_try_at, id limit ${count} for update skip locked)
    update image_hashes i set tries = i.tries + 1, next_try_at = now() + ${leaseMs} * interval '1 ms'
    from due where i.id = due.id
    returning i.id, i.image_url as url, i.tries, ${isMissingFingerprint(sql`i.image_url`)} as "isRemoved"`.execute(db);
  return rows.toSorted((one, other) => one.id - other.id);
};

const unclaimPictures = async (db: Db, pictures: readonly DuePicture[], delayMs: number): Promise<void> => {
  const ids = pictures.map(({ id }) => id);
  await sql`
    update image_hashes set tries = greatest(tries - 1, 0), next_try_at = now() + ${delayMs} * interval '1 ms'
    where id = any(${sql.val(ids)}::bigint[]) and state = 'waiting'`.execute(db);
};

/** Schedules another try, unless the failure is final or was the last try. */
const postponePicture = async (db: Db, { id, tries, isRemoved }: DuePicture, error: Error, isFinal: boolean) => {
  const next_try_at = new Date(Date.now() + (isRemoved ? retryDelayOfRemovedMs(tries) : retryDelayMs(tries)));
  const problem = error.message.slice(0, maxProblemLength);
  // A host that sends an error page, or no picture, for now may send the removed picture later.
  const isLast = isRemoved ? tries >= maxTriesOfRemoved : isFinal || tries >= maxTries;
  await db
    .updateTable('image_hashes')
    .set(isLast ? { state: 'failed', problem } : { next_try_at, problem })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
};

/** Queues the pictures of the next posts that were saved before the queue existed. */
const queueOlderPictures = (db: Db, count: number): Promise<void> =>
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

export interface PictureHasher {
  /** Hashes new pictures of a record before it is saved. If fetching takes too long, the job hashes those of posts later. */
  hashBeforeSaving: (...imageUrls: (string | undefined)[]) => Promise<void>;
  /** Hashes waiting pictures for most of a minute. */
  hashDue: () => Promise<void>;
}

interface PictureHasherOptions {
  db: Db;
  readPicture: ReadPicture;
  pauseMs?: number;
}

/** Short, because an admin waits for it. */
const savingTimeoutMs = 3000;
const jobTimeoutMs = 20_000;
const jobMs = 45_000;
const batchSize = 60;
/** Hosts to fetch from concurrently, one picture at a time from each. */
const maxHosts = 4;
/** After this many failures in a row, a host's pictures are postponed. */
const maxFailures = 3;
const failingHostMs = 10 * 60_000;
const olderPicturesPerRun = 2000;

const isPicture = /^(https?:\/\/|\/uploads\/)/;

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '');

export const createPictureHasher = ({ db, readPicture, pauseMs = 300 }: PictureHasherOptions): PictureHasher => {
  const hash = async (url: string, timeoutMs: number) =>
    recordFingerprint(db, url, await hashPicture(await readPicture(url, timeoutMs)));

  /** Known pictures, and those that have failed before, don't keep the admin waiting. */
  const isNew = async (url: string) => {
    const { rows } = await sql`
      select from image_hashes where md5(image_url) = md5(${url}) and image_url = ${url}
        and (tries > 0 or state <> 'waiting') and (state <> 'hashed' or hashed_at > now() - interval '1 day')`.execute(
      db,
    );
    return rows.length === 0;
  };

  const hashAll = async (pictures: readonly DuePicture[], until: number) => {
    let failures = 0;
    for (const [at, picture] of pictures.entries()) {
      if (failures >= maxFailures) return unclaimPictures(db, pictures.slice(at), failingHostMs);
      if (Date.now() > until) return unclaimPictures(db, pictures.slice(at), 0);
      try {
        await hash(picture.url, jobTimeoutMs);
        failures = 0;
      } catch (error) {
        const isFinal = error instanceof FetchRefusedError || error instanceof ValidationError;
        if (!isFinal) failures++;
        await postponePicture(db, picture, error as Error, isFinal);
      }
      if (hostOf(picture.url) !== '') await wait(pauseMs);
    }
  };

  const hashBatch = async (pictures: readonly DuePicture[], until: number) => {
    const hosts = [...Map.groupBy(pictures, ({ url }) => hostOf(url)).values()];
    const work = async () => {
      for (let next = hosts.shift(); next; next = hosts.shift()) await hashAll(next, until);
    };
    await Promise.all(Array.from({ length: maxHosts }, work));
  };

  return {
    hashBeforeSaving: async (...imageUrls) => {
      const urls = new Set(imageUrls.filter((url) => url !== undefined && isPicture.test(url) && !isClip(url)));
      const hashNew = async (url = '') => {
        if (await isNew(url)) await hash(url, savingTimeoutMs);
      };
      // Ignore failures: the job tries again.
      await Promise.allSettled([...urls].map(hashNew));
    },
    hashDue: async () => {
      await queueOlderPictures(db, olderPicturesPerRun);
      const until = Date.now() + jobMs;
      for (;;) {
        const due = await claimPictures(db, batchSize);
        await hashBatch(due, until);
        if (due.length < batchSize || Date.now() > until) return;
      }
    },
  };
};
