import { sql } from 'kysely';
import { videoPath } from '#contract/values/urls.ts';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChanges, system } from '#domain/audit-log.ts';
import { releaseVideos, withholdVideos } from '#domain/holds/holds.ts';
import { hasPicture } from '#domain/stay-down/image-hashes.ts';
import { isWebUrl, type Removed, readRemovedVideos, stopKeepingDown } from '#domain/stay-down/keep-down.ts';
import { everyForm, readMirrors, videosWithLink } from '#domain/stay-down/kept-links.ts';
import type { PictureMatch } from '#domain/stay-down/picture-hashes.ts';
import { addEntry, type Case, type CaseUrl, urlsOfCase, videoIdsOf } from './cases.ts';

/** True for URLs that the site found and no admin has decided on. They follow the decision on the URLs they were found through. */
export const isAutoFound = ({ foundBy, decidedBy }: CaseUrl) => foundBy !== null && decidedBy === null;

/** Locks cases in id order, and before posts, so that this cannot deadlock with a decision. Returns the ids that exist. */
export const lockCases = async (tx: Tx, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from cases where id = any(${sql.val(ids)}::bigint[]) order by id for no key update`.execute(tx);
  return rows.map(({ id }) => id);
};

interface FoundVideos extends Pick<CaseUrl, 'foundFrom'> {
  videos: readonly { id: number; title: string; link: string }[];
  foundBy: 'link' | 'picture';
}

/** Adds posts that the site found as URLs of the case, so that an admin can decide on each like on reported ones. */
const addFoundUrls = async (
  tx: Tx,
  caseId: number,
  urls: readonly CaseUrl[],
  { videos, foundBy, foundFrom }: FoundVideos,
): Promise<void> => {
  const ids = videos.map(({ id }) => id);
  const again = urls.filter((url) => isAutoFound(url) && ids.includes(url.videoId ?? 0));
  await sql`
    update case_urls set decision = 'remove', decided_at = now(),
      found_from = array(select distinct id from unnest(found_from || ${sql.val(foundFrom)}::bigint[]) as id order by id)
    where id = any(${sql.val(again.map(({ id }) => id))}::bigint[])`.execute(tx);
  const added = videos.filter(({ id }) => urls.every(({ videoId }) => videoId !== id));
  if (added.length === 0) return;
  const next = Math.max(-1, ...urls.map(({ position }) => position)) + 1;
  await tx
    .insertInto('case_urls')
    .values(
      added.map(({ id, title, link }, at) => ({
        case_id: caseId,
        position: next + at,
        url: videoPath(id, title),
        video_id: id,
        title,
        link,
        decision: 'remove' as const,
        decided_at: new Date(),
        reason: `It has the same ${foundBy} as what was removed.`,
        found_by: foundBy,
        found_from: foundFrom,
      })),
    )
    .execute();
};

/** Found URLs that no longer have a reason: none of the URLs they were found through is still removed. */
export const orphanedFoundUrls = (urls: readonly CaseUrl[]): CaseUrl[] => {
  const removed = urls.filter(({ decision }) => decision === 'remove').map(({ id }) => id);
  return urls.filter(
    (url) =>
      isAutoFound(url) &&
      url.decision === 'remove' &&
      url.foundFrom.length > 0 &&
      !url.foundFrom.some((id) => removed.includes(id)),
  );
};

/** Removes found URLs from a case, as if they had never been found. */
export const removeFoundUrls = async (
  tx: Tx,
  actor: Actor,
  { id: caseId, number }: { id: number; number: string },
  urls: readonly CaseUrl[],
): Promise<void> => {
  if (urls.length === 0) return;
  const videoIds = videoIdsOf(urls);
  await stopKeepingDown(tx, caseId, { videoIds });
  await releaseVideos(tx, videoIds, { caseId });
  await sql`delete from case_urls where id = any(${sql.val(urls.map(({ id }) => id))}::bigint[])`.execute(tx);
  await recordChanges(
    tx,
    actor,
    urls.map(({ videoId, title }) => ({
      action: 'release',
      entity: 'video',
      entityId: videoId ?? 0,
      after: { title, case: number },
    })),
  );
  const text = `No longer withheld: ${urls.map(({ title, videoId }) => `${title} (${videoId})`).join(', ')}.`;
  await addEntry(tx, caseId, { kind: 'released', text: text.slice(0, 2000), admin: actor.admin, isPublic: false });
};

/** A post or URL that a case removed, through which other posts are found. */
interface RemovedByCase {
  caseId: number;
  caseNumber: string;
  /** The removed post; null if the removed URL doesn't belong to a post. */
  videoId: number | null;
  url?: string | undefined;
}

const sourcesOf = (urls: readonly CaseUrl[], { videoId, url }: RemovedByCase) =>
  urls.filter((each) => each.videoId === videoId && (videoId !== null || each.url === url)).map(({ id }) => id);

/**
 * Withholds posts with the same link or picture as what a case removed, except those that it keeps. They become URLs of the case, and
 * its history and the audit log say why. Returns the ids that it did not withhold before.
 */
export const withholdByCase = async (
  tx: Tx,
  removed: RemovedByCase,
  videoIds: readonly number[],
  what: 'link' | 'picture',
  actor: Actor = system,
): Promise<number[]> => {
  const { caseId, caseNumber } = removed;
  if ((await lockCases(tx, [caseId])).length === 0) return [];
  const urls = await urlsOfCase(tx, caseId);
  const kept = urls.filter((url) => url.decision === 'keep' && !isAutoFound(url)).map(({ videoId }) => videoId);
  const toWithhold = videoIds.filter((id) => !kept.includes(id));
  const held = await withholdVideos(tx, toWithhold, { caseId });
  const videos = await tx
    .selectFrom('videos')
    .select(['id', 'title', 'link'])
    .where('id', '=', sql<number>`any(${sql.val(toWithhold)}::bigint[])`)
    .orderBy('id')
    .execute();
  await addFoundUrls(tx, caseId, urls, { videos, foundBy: what, foundFrom: sourcesOf(urls, removed) });
  if (held.length === 0) return [];
  const added = videos.filter(({ id }) => held.includes(id));
  const reason = `Its ${what} was removed in case ${caseNumber}.`;
  await recordChanges(
    tx,
    actor,
    added.map(({ id, title }) => ({ action: 'withhold', entity: 'video', entityId: id, after: { title, reason } })),
  );
  const text = `Withheld because of the same ${what}: ${added.map(({ id, title }) => `${title} (${id})`).join(', ')}.`;
  await addEntry(tx, caseId, { kind: 'withheld', text: text.slice(0, 2000), isPublic: false });
  return held;
};

/** Applies matches to the posts with a picture: matches of a case withhold them, matches of a hash list wait for an admin. */
export const applyPictureMatches = async (tx: Tx, url: string, matches: readonly PictureMatch[]): Promise<void> => {
  if (matches.length === 0) return;
  await lockCases(
    tx,
    matches.flatMap((match) => (match.kind === 'case' ? match.caseId : [])),
  );
  const videos = await tx
    .selectFrom('videos')
    .select('id')
    .where(hasPicture([url]))
    .orderBy('id')
    .execute();
  const ids = videos.map(({ id }) => id);
  for (const match of matches)
    if (match.kind === 'case') await withholdByCase(tx, match, ids, 'picture');
    else
      await sql`
        insert into hash_matches (list_id, video_id, distance)
        select ${match.listId}::bigint, id, ${match.distance}::smallint from unnest(${sql.val(ids)}::bigint[]) as id
        on conflict do nothing`.execute(tx);
};

/** Limits how long a decision takes. The job that compares posts finds the others within a minute. */
const maxPosts = 200;

/** Withholds other posts with the removed links, in the transaction that decides. Returns the ids that it did not withhold before. */
export const withholdSameLinks = async (
  tx: Tx,
  { id: caseId, number: caseNumber, kind }: Pick<Case, 'id' | 'number' | 'kind'>,
  { videoIds = [], links = [] }: Removed,
  actor: Actor,
): Promise<number[]> => {
  if (kind === 'dead_link') return [];
  const mirrors = await readMirrors(tx);
  const removed = [
    ...(await readRemovedVideos(tx, videoIds)).map(({ id, urls }) => ({ videoId: id, urls })),
    ...links.map((url) => ({ videoId: null, urls: [url] })),
  ];
  const held: number[] = [];
  for (const { videoId, urls } of removed) {
    if (held.length >= maxPosts) break;
    const forms = urls.filter(isWebUrl).flatMap((url) => everyForm(url, mirrors));
    const others = (await videosWithLink(tx, forms, maxPosts)).filter((id) => !videoIds.includes(id));
    if (others.length > 0)
      held.push(...(await withholdByCase(tx, { caseId, caseNumber, videoId, url: urls[0] }, others, 'link', actor)));
  }
  return held;
};

/** Keeps the screen of a case with hundreds of URLs fast. */
const maxCounted = 50;

/** Counts the other posts with the same link, which would be removed together. Has only ids of videos with such posts. */
export const countSameLinks = async (db: Db, videoIds: readonly number[]): Promise<Map<number, number>> => {
  const counts = new Map<number, number>();
  if (videoIds.length === 0) return counts;
  const mirrors = await readMirrors(db);
  for (const { id, urls } of await readRemovedVideos(db, videoIds.slice(0, maxCounted))) {
    const forms = urls.filter(isWebUrl).flatMap((url) => everyForm(url, mirrors));
    const others = (await videosWithLink(db, forms, maxPosts)).filter((other) => !videoIds.includes(other));
    const { rows } = await sql<{ posts: number }>`
      select count(*)::int as posts from videos
      where id = any(${sql.val(others)}::bigint[]) and deleted_at is null and state <> 'withheld'`.execute(db);
    const posts = rows[0]?.posts ?? 0;
    if (posts > 0) counts.set(id, posts);
  }
  return counts;
};
