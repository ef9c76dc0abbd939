import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { addEntry } from '#domain/cases/cases.ts';
import { applyPictureMatches, withholdByCase } from '#domain/cases/found-urls.ts';
import { maxDistance, maxVariantDistance, type PictureHash } from '#domain/stay-down/hash-words.ts';
import { hasPicture, storedFingerprint } from '#domain/stay-down/image-hashes.ts';
import {
  everyForm,
  type MirrorGroups,
  mirrorForms,
  readMirrors,
  videosWithLink,
} from '#domain/stay-down/kept-links.ts';
import { findPictureMatches, nextGeneration } from '#domain/stay-down/picture-hashes.ts';

const batchSize = 100;

/** Leaves time for posts that were being saved when a case was decided: they must be committed before posts are compared. */
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

/** A picture that more posts share doesn't show their content: it is a site's logo, or a placeholder for missing pictures. */
const maxPosts = 200;

const countPosts = async (db: Db, urls: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ posts: number }>`
    select count(*)::integer as posts from (
      select from videos where ${hasPicture(urls)} and deleted_at is null
      limit ${maxPosts + 1}) as counted`.execute(db);
  return rows[0]?.posts ?? 0;
};

/** Stops matching a common picture, which half of the catalogue may have. The removed posts are still recognised by their links. */
const ignorePicture = async (tx: Tx, { id, caseId }: ComparedPicture) => {
  const generation = await nextGeneration(tx);
  await tx.updateTable('kept_pictures').set({ common_at: new Date(), generation }).where('id', '=', id).execute();
  const text = `More than ${maxPosts} posts have the same picture, so it is not used for matching.`;
  await addEntry(tx, caseId, { kind: 'note', text, isPublic: false });
};

const comparePicture = async (db: Db, picture: ComparedPicture, hash: PictureHash) => {
  const { rows: found } = await sql<{ url: string; distance: number }>`
    select image_url as url, distance from (
      select image_url, (
        select min(distance) from (
          select bit_count(('x' || hash)::bit(64) # removed::bit(64)) as distance
          union all
          select bit_count((variant # removed)::bit(64)) from unnest(variants) as variant) as each
        where distance <= ${maxVariantDistance} or distance = bit_count(('x' || hash)::bit(64) # removed::bit(64))) as distance
      from image_hashes, (select ('x' || ${hash}::text)::bit(64)::bigint as removed) as of_case where hash is not null) as known
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

/** Compares existing posts with what cases have removed since, and withholds those that match. */
export const compareKept = async (db: Db, { settledMs = 10_000 } = {}): Promise<void> => {
  await compareLinks(db, settledMs);
  await comparePictures(db, settledMs);
};

/** Looking up a batch blocks the event loop, so keep it to a few milliseconds. */
const picturesPerBatch = 100;

/** Compares the next pictures with a list. Returns true if there are more. */
const compareWithList = (db: Db, listId: number): Promise<boolean> =>
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
      .select(['id', 'image_url as url', storedFingerprint.as('fingerprint')])
      .where('id', '>', list.compared_to ?? 0)
      .where('hash', 'is not', null)
      .orderBy('id')
      .limit(picturesPerBatch)
      .execute();
    const found = await findPictureMatches(
      tx,
      pictures.map(({ fingerprint }) => fingerprint),
    );
    for (const [at, { url }] of pictures.entries()) {
      const matches = (found[at] ?? []).filter((match) => match.kind === 'list' && match.listId === listId);
      await applyPictureMatches(tx, url, matches);
    }
    const isLast = pictures.length < picturesPerBatch;
    const compared_to = isLast ? null : (pictures.at(-1)?.id ?? null);
    await tx.updateTable('hash_lists').set({ compared_to }).where('id', '=', listId).execute();
    return !isLast;
  });

/** Compares existing pictures with new hash lists. Admins decide about the matches. */
export const compareLists = async (db: Db, until = Date.now() + 45_000): Promise<void> => {
  const lists = await db
    .selectFrom('hash_lists')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('compared_to', 'is not', null)
    .orderBy('id')
    .execute();
  for (const { id } of lists) while (Date.now() < until && (await compareWithList(db, id))) await setImmediate();
};

const linksPerBatch = 200;

/** Starts over when the operator has changed the mirrors. Undecided matches are deleted, and found again if they still match. */
const restartIfMirrorsChanged = (db: Db, mirrors: MirrorGroups) =>
  db.transaction().execute(async (tx) => {
    const current = JSON.stringify(mirrors);
    const changed = await tx
      .updateTable('stay_down_progress')
      .set({ mirrors: current, mirrors_compared_to: 0 })
      .where('mirrors', '<>', current)
      .returning('mirrors')
      .executeTakeFirst();
    if (changed) await tx.deleteFrom('mirror_matches').where('decision', 'is', null).execute();
  });

/** Compares the next links that cases removed. Returns true if there are more. */
const compareMirrorLinks = (db: Db, mirrors: MirrorGroups): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const progress = await tx
      .selectFrom('stay_down_progress')
      .select('mirrors_compared_to as comparedTo')
      .where('mirrors_compared_to', 'is not', null)
      .forUpdate()
      .executeTakeFirst();
    if (!progress) return false;
    const links = await tx
      .selectFrom('kept_links')
      .select(['id', 'case_id as caseId', 'url'])
      .where('id', '>', progress.comparedTo ?? 0)
      // compareLinks() compares the others on all mirrors anyway.
      .where('compared_at', 'is not', null)
      .orderBy('id')
      .limit(linksPerBatch)
      .execute();
    for (const { id, caseId, url } of links)
      await sql`
        insert into mirror_matches (kept_link_id, video_id, link, iframe_url)
        select ${id}::bigint, v.id, v.link, v.iframe_url from videos v
        where v.id = any(${sql.val(await videosWithLink(tx, mirrorForms(url, mirrors)))}::bigint[])
          and not exists (select from video_holds h where h.video_id = v.id and h.case_id = ${caseId}::bigint)
        on conflict do nothing`.execute(tx);
    const isLast = links.length < linksPerBatch;
    const mirrors_compared_to = isLast ? null : (links.at(-1)?.id ?? null);
    await tx.updateTable('stay_down_progress').set({ mirrors_compared_to }).execute();
    return !isLast;
  });

/** Finds existing posts on newly named mirrors. Admins decide about the matches, because a host may have been named by mistake. */
export const compareMirrors = async (db: Db, until = Date.now() + 30_000): Promise<void> => {
  const mirrors = await readMirrors(db);
  await restartIfMirrorsChanged(db, mirrors);
  while (Date.now() < until && (await compareMirrorLinks(db, mirrors))) await setImmediate();
};
