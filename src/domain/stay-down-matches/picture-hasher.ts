import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { isClip } from '#contract/values/previews.ts';
import type { Db } from '#db/database.ts';
import { applyPictureMatches } from '#domain/cases/withhold-matches.ts';
import { ValidationError } from '#domain/errors.ts';
import { FetchRefusedError } from '#domain/fetching/fetch-errors.ts';
import { findPictureMatches } from '#domain/stay-down/hash-book.ts';
import { hashPicture } from '#domain/stay-down/hash-picture.ts';
import { storeHash } from '#domain/stay-down/image-hashes.ts';
import type { ReadPicture } from '#domain/stay-down/read-picture.ts';
import {
  claimPictures,
  type DuePicture,
  postponePicture,
  queueOlderPictures,
  unclaimPictures,
} from './picture-queue.ts';

export interface PictureHasher {
  /** Hashes the pictures of what is about to be saved, if they come in time; otherwise the job does so later for those of posts. */
  hashBeforeSaving: (...imageUrls: (string | undefined)[]) => Promise<void>;
  /** Hashes pictures that wait, for most of a minute. */
  hashDue: () => Promise<void>;
}

export interface PictureHasherOptions {
  db: Db;
  readPicture: ReadPicture;
  /** Between two pictures of a host. */
  pauseMs?: number;
}

/** An admin waits for it. */
const savingTimeoutMs = 3000;
const jobTimeoutMs = 20_000;
const jobMs = 45_000;
const batchSize = 60;
/** How many hosts are fetched from at once; each is asked for one picture at a time. */
const maxHosts = 4;
/** A host that fails this often in a row is left alone for a while. */
const maxFailures = 3;
const failingHostMs = 10 * 60_000;
const olderPicturesPerRun = 2000;

const isPicture = /^(https?:\/\/|\/uploads\/)/;

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : '');

export const createPictureHasher = ({ db, readPicture, pauseMs = 300 }: PictureHasherOptions): PictureHasher => {
  const hash = async (url: string, timeoutMs: number) => {
    const found = await hashPicture(await readPicture(url, timeoutMs));
    await db.transaction().execute(async (tx) => {
      const [matches = []] = await findPictureMatches(tx, [found]);
      // Posts are locked before pictures, as where they are saved and decided about.
      await applyPictureMatches(tx, url, matches);
      await storeHash(tx, url, found);
    });
  };

  /** One that is known, or that has failed before, does not keep the admin waiting. */
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
      // Whatever is wrong with a picture, the job finds out and tries again.
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
