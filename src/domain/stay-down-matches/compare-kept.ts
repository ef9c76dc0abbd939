import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { addEntry } from '#domain/cases/add-entry.ts';
import { applyPictureMatches, withholdByCase } from '#domain/cases/withhold-matches.ts';
import { hasPicture } from '#domain/stay-down/has-picture.ts';
import { nextGeneration } from '#domain/stay-down/hash-book.ts';
import { readMirrors } from '#domain/stay-down/kept-links.ts';
import { everyForm } from '#domain/stay-down/mirrors.ts';
import { maxDistance, type PictureHash } from '#domain/stay-down/picture-hash.ts';
import { videosWithLink } from '#domain/stay-down/videos-with-link.ts';

const batchSize = 100;

/** Posts that were being saved when a case was decided have been by then, and are found. */
const settled = (ms: number) => sql<boolean>`created_at <= now() - ${ms} * interval '1 ms'`;

const compareLinks = async (db: Db, settledMs: number) => {
  const links = await db
    .selectFrom('kept_links')
    .select(['id', 'case_id as caseId', 'case_number as caseNumber', 'video_id as videoId', 'url'])
    .where('compared_at', 'is', null)
    .where(settled(settledMs))
    .orderBy('id')
    .limit(batchSize)
    .execute();
  const mirrors = await readMirrors(db);
  for (const link of links)
    await db.transaction().execute(async (tx) => {
      await withholdByCase(tx, link, await videosWithLink(tx, everyForm(link.url, mirrors)), 'link');
      await tx.updateTable('kept_links').set({ compared_at: new Date() }).where('id', '=', link.id).execute();
    });
};

interface ComparedPicture {
  id: number;
  caseId: number;
  caseNumber: string;
  videoId: number | null;
}

/** A picture that so many posts have is none of what they show: a site's logo, or what stands for pictures that are missing. */
const maxPosts = 200;

const countPosts = async (db: Db, urls: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ posts: number }>`
    select count(*)::integer as posts from (
      select from videos where ${hasPicture(urls)} and deleted_at is null
      limit ${maxPosts + 1}) as counted`.execute(db);
  return rows[0]?.posts ?? 0;
};

/** Lets posts have the picture, as half of the catalogue may. What the case removed is still known by its link. */
const ignorePicture = async (tx: Tx, { id, caseId }: ComparedPicture) => {
  const generation = await nextGeneration(tx);
  await tx.updateTable('kept_pictures').set({ common_at: new Date(), generation }).where('id', '=', id).execute();
  const text = `More than ${maxPosts} posts have the same picture, so nothing is recognised by it.`;
  await addEntry(tx, caseId, { kind: 'note', text, isPublic: false });
};

const comparePicture = async (db: Db, picture: ComparedPicture, hash: PictureHash) => {
  const { rows: found } = await sql<{ url: string; distance: number }>`
    select image_url as url, distance from (
      select image_url, bit_count(('x' || hash)::bit(64) # ('x' || ${hash}::text)::bit(64)) as distance
      from image_hashes where hash is not null) as known
    where distance <= ${maxDistance} order by url`.execute(db);
  const posts = await countPosts(
    db,
    found.map(({ url }) => url),
  );
  await db.transaction().execute(async (tx) => {
    if (posts > maxPosts) await ignorePicture(tx, picture);
    else
      for (const { url, distance } of found)
        await applyPictureMatches(tx, url, [{ ...picture, kind: 'case', distance }]);
    await tx.updateTable('kept_pictures').set({ compared_at: new Date() }).where('id', '=', picture.id).execute();
  });
};

const comparePictures = async (db: Db, settledMs: number) => {
  const pictures = await db
    .selectFrom('kept_pictures')
    .select(['id', 'case_id as caseId', 'case_number as caseNumber', 'video_id as videoId', 'hash'])
    .where('compared_at', 'is', null)
    .where('hash', 'is not', null)
    .where('removed_at', 'is', null)
    .where(settled(settledMs))
    .orderBy('id')
    .limit(batchSize)
    .execute();
  for (const { hash, ...picture } of pictures) await comparePicture(db, picture, hash as PictureHash);
};

/** Compares posts that were there already with what cases have removed since, and withholds those that show it again. */
export const compareKept = async (db: Db, { settledMs = 10_000 } = {}): Promise<void> => {
  await compareLinks(db, settledMs);
  await comparePictures(db, settledMs);
};
