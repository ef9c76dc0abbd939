import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/database.ts';
import { applyPictureMatches } from '#domain/cases/found-urls.ts';
import { hasKeptPicturesOrLists } from '#domain/stay-down/find-kept-down.ts';
import type { PictureHash } from '#domain/stay-down/hash-words.ts';
import { hasPicture, storeHash } from '#domain/stay-down/image-hashes.ts';
import { findPictureMatches, type PictureMatch } from '#domain/stay-down/picture-hashes.ts';
import { isVisible } from '#domain/visibility.ts';

/** Stores the fingerprint of a picture, after cases and lists were applied to the posts that have it. */
export const recordFingerprint = (db: Db, url: string, fingerprint: readonly PictureHash[]): Promise<PictureMatch[]> =>
  db.transaction().execute(async (tx) => {
    const [matches = []] = await findPictureMatches(tx, [fingerprint]);
    // Lock posts before pictures, as saving and deciding do, so that this cannot deadlock with them.
    await applyPictureMatches(tx, url, matches);
    const [hash, ...others] = fingerprint;
    await storeHash(tx, url, hash, others);
    return matches;
  });

/** Decides whether a picture may be served, by the bytes that were fetched. */
export interface PictureScreen {
  /** Whether a stored picture may be served without its bytes being looked at: it was before, or nothing stays down. */
  isKnown: (url: string) => Promise<boolean>;
  /** Records the fingerprint of what was fetched. Returns false for a picture that stays down. */
  admit: (url: string, fingerprint: readonly PictureHash[]) => Promise<boolean>;
}

const maxKnown = 50_000;
/** How long a process may not notice that the first picture stays down. */
const maxAgeMs = 3_000;

export const createPictureScreen = (db: Db): PictureScreen => {
  // With `max`, lru-cache would allocate the memory for all entries at once.
  const known = new LRUCache<string, true>({ maxSize: maxKnown, sizeCalculation: () => 1 });
  const staysDown = new LRUCache<'any', boolean>({
    max: 1,
    ttl: maxAgeMs,
    fetchMethod: () => hasKeptPicturesOrLists(db),
    allowStaleOnFetchRejection: true,
  });

  const isHashed = async (url: string) => {
    const { rows } = await sql`
      select from image_hashes where md5(image_url) = md5(${url}) and image_url = ${url} and state in ('hashed', 'flat')`.execute(
      db,
    );
    return rows.length > 0;
  };

  /** An admin may have kept a post that has the picture of a removed one. */
  const isShownByPost = async (url: string) => {
    const { rows } = await sql`select from videos where ${hasPicture([url])} and ${isVisible()} limit 1`.execute(db);
    return rows.length > 0;
  };

  return {
    isKnown: async (url) => {
      if (known.has(url)) return true;
      if (!(await staysDown.fetch('any'))) return true;
      if (!(await isHashed(url))) return false;
      known.set(url, true);
      return true;
    },
    admit: async (url, fingerprint) => {
      const matches = await recordFingerprint(db, url, fingerprint);
      // Matches of lists wait for an admin, and are shown until then.
      const isAdmitted = matches.every(({ kind }) => kind === 'list') || (await isShownByPost(url));
      if (isAdmitted) known.set(url, true);
      return isAdmitted;
    },
  };
};
