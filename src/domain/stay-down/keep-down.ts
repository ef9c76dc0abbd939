import { sql } from 'kysely';
import { caseNumber } from '#contract/values/cases.ts';
import { isClip } from '#contract/values/previews.ts';
import type { Db, Tx } from '#db/database.ts';
import { allLinks } from '#domain/catalogue/links.ts';
import { NotFoundError } from '#domain/errors.ts';
import { queuePictures } from './image-hashes.ts';
import { tidyLink } from './kept-links.ts';
import { nextGeneration } from './picture-hashes.ts';

/** Videos and links that a case removes. */
export interface Removed {
  videoIds?: readonly number[];
  /** Reported URLs of other sites. */
  links?: readonly string[];
}

interface Kept {
  videoId: number | null;
  url: string;
}

const readCase = async (tx: Tx, id: number) => {
  const row = await tx
    .selectFrom('cases')
    .select(['kind', 'received_at as receivedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new NotFoundError('There is no such case.');
  return { kind: row.kind, number: caseNumber({ id, receivedAt: row.receivedAt }) };
};

export const readRemovedVideos = async (tx: Db, ids: readonly number[]) => {
  if (ids.length === 0) return [];
  const videos = await tx
    .selectFrom('videos')
    .select(['id', 'link', 'links', 'iframe_url as iframeUrl', 'image_url as imageUrl', 'preview_urls as previewUrls'])
    .where('id', '=', sql<number>`any(${sql.val(ids)}::bigint[])`)
    .orderBy('id')
    .execute();
  return videos.map(({ iframeUrl, ...video }) => ({ ...video, urls: [...allLinks(video), iframeUrl] }));
};

export const isWebUrl = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url);

const storeLinks = async (tx: Tx, caseId: number, number: string, links: readonly Kept[]) => {
  const kept = links.filter(({ url }) => isWebUrl(url));
  if (kept.length === 0) return;
  await sql`
    insert into kept_links (case_id, case_number, video_id, url, link_key, source_key)
    select ${caseId}::bigint, ${number}, video_id, url, link_key(tidy), link_source(tidy)
    from unnest(${sql.val(kept.map(({ videoId }) => videoId))}::bigint[], ${sql.val(kept.map(({ url }) => url))}::text[],
      ${sql.val(kept.map(({ url }) => tidyLink(url)))}::text[]) as kept(video_id, url, tidy)
    where link_key(tidy) is not null
    on conflict do nothing`.execute(tx);
};

/** Pictures without a hash are hashed first in the job's next run, even if fetching them failed before. */
const storePictures = async (tx: Tx, caseId: number, number: string, pictures: readonly Kept[]) => {
  const urls = pictures.map(({ url }) => url);
  await queuePictures(tx, urls);
  // Lock pictures in id order, and before `hash_book`, so that this cannot deadlock with the job that hashes them.
  await sql`
    with unhashed as materialized (
      select id from image_hashes
      where md5(image_url) = any(array(select md5(url) from unnest(${sql.val(urls)}::text[]) as url))
        and state in ('waiting', 'failed')
      order by id for update)
    update image_hashes i set state = 'waiting', tries = 0, next_try_at = '-infinity' from unhashed
    where i.id = unhashed.id`.execute(tx);
  const generation = await nextGeneration(tx);
  await sql`
    insert into kept_pictures (case_id, case_number, video_id, image_url, hash, generation)
    select ${caseId}::bigint, ${number}, kept.video_id, i.image_url, i.hash, ${generation}::bigint
    from unnest(${sql.val(pictures.map(({ videoId }) => videoId))}::bigint[], ${sql.val(urls)}::text[]) as kept(video_id, url)
      join image_hashes i on md5(i.image_url) = md5(kept.url) and i.image_url = kept.url
    on conflict do nothing`.execute(tx);
};

/**
 * Prevents links, the source's video ids and pictures that a case removed from being listed again. Call it in the transaction of the
 * decision. Does nothing for dead links, which may work again.
 */
export const keepDown = async (tx: Tx, caseId: number, { videoIds = [], links = [] }: Removed): Promise<void> => {
  const { kind, number } = await readCase(tx, caseId);
  if (kind === 'dead_link') return;
  const videos = await readRemovedVideos(tx, videoIds);
  await storeLinks(tx, caseId, number, [
    ...videos.flatMap(({ id, urls }) => urls.map((url) => ({ videoId: id, url }))),
    ...links.map((url) => ({ videoId: null, url })),
  ]);
  const pictures = videos.flatMap(({ id, imageUrl, previewUrls }) =>
    [imageUrl, ...previewUrls].filter((url) => url !== '' && !isClip(url)).map((url) => ({ videoId: id, url })),
  );
  if (pictures.length > 0) await storePictures(tx, caseId, number, pictures);
};

/** Undoes keepDown() when a decision changes. What other cases removed stays down. */
export const stopKeepingDown = async (
  tx: Tx,
  caseId: number,
  { videoIds = [], links = [] }: Removed,
): Promise<void> => {
  const ids = sql`${sql.val(videoIds)}::bigint[]`;
  await sql`
    delete from kept_links
    where case_id = ${caseId}::bigint
      and (video_id = any(${ids}) or (video_id is null and url = any(${sql.val(links)}::text[])))`.execute(tx);
  const generation = await nextGeneration(tx);
  await sql`
    update kept_pictures set removed_at = now(), generation = ${generation}::bigint
    where case_id = ${caseId}::bigint and video_id = any(${ids}) and removed_at is null`.execute(tx);
};
