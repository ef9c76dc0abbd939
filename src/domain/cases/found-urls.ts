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

/** Whether the site found it and no admin has decided about it: it follows the URLs that it was found by. */
export const isOwnFind = ({ foundBy, decidedBy }: CaseUrl) => foundBy !== null && decidedBy === null;

/** Locks cases in one order, and before posts, so that nobody deadlocks with an admin who decides. Returns those that exist. */
export const lockCases = async (tx: Tx, ids: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from cases where id = any(${sql.val(ids)}::bigint[]) order by id for no key update`.execute(tx);
  return rows.map(({ id }) => id);
};

interface Find {
  videos: readonly { id: number; title: string; link: string }[];
  foundBy: 'link' | 'picture';
  foundFrom: readonly number[];
}

/** Makes posts that a case withholds URLs of the case, so that each can be decided like what was reported. */
const addFoundUrls = async (
  tx: Tx,
  caseId: number,
  urls: readonly CaseUrl[],
  { videos, foundBy, foundFrom }: Find,
): Promise<void> => {
  const ids = videos.map(({ id }) => id);
  const again = urls.filter((url) => isOwnFind(url) && ids.includes(url.videoId ?? 0));
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
        ...{ case_id: caseId, position: next + at, url: videoPath(id, title), video_id: id, title, link },
        ...{ decision: 'remove' as const, decided_at: new Date() },
        reason: `It has the same ${foundBy} as what was removed.`,
        ...{ found_by: foundBy, found_from: foundFrom },
      })),
    )
    .execute();
};

/** Finds that rest on nothing any more: the URLs that they were found by are no longer removed. */
export const findsWithoutSource = (urls: readonly CaseUrl[]): CaseUrl[] => {
  const removed = urls.filter(({ decision }) => decision === 'remove').map(({ id }) => id);
  return urls.filter(
    (url) =>
      isOwnFind(url) &&
      url.decision === 'remove' &&
      url.foundFrom.length > 0 &&
      !url.foundFrom.some((id) => removed.includes(id)),
  );
};

/** Takes finds out of a case as if they had not been found. */
export const dropFinds = async (
  tx: Tx,
  actor: Actor,
  { id: caseId, number }: { id: number; number: string },
  finds: readonly CaseUrl[],
): Promise<void> => {
  if (finds.length === 0) return;
  const videoIds = videoIdsOf(finds);
  await stopKeepingDown(tx, caseId, { videoIds });
  await releaseVideos(tx, videoIds, { caseId });
  await sql`delete from case_urls where id = any(${sql.val(finds.map(({ id }) => id))}::bigint[])`.execute(tx);
  await recordChanges(
    tx,
    actor,
    finds.map(({ videoId, title }) => ({
      action: 'release',
      entity: 'video',
      entityId: videoId ?? 0,
      after: { title, case: number },
    })),
  );
  const text = `No longer withheld: ${finds.map(({ title, videoId }) => `${title} (${videoId})`).join(', ')}.`;
  await addEntry(tx, caseId, { kind: 'released', text: text.slice(0, 2000), admin: actor.admin, isPublic: false });
};

/** What a case removed, by which other posts are found. */
interface RemovedByCase {
  caseId: number;
  caseNumber: string;
  /** The post that was removed; null for an address that was reported as such. */
  videoId: number | null;
  url?: string | undefined;
}

const sourcesOf = (urls: readonly CaseUrl[], { videoId, url }: RemovedByCase) =>
  urls.filter((each) => each.videoId === videoId && (videoId !== null || each.url === url)).map(({ id }) => id);

/**
 * Withholds posts that show again what a case removed, but for those that it keeps. They become URLs of the case, and its
 * history and the audit log say why. Returns those that it did not withhold before.
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
  const kept = urls.filter((url) => url.decision === 'keep' && !isOwnFind(url)).map(({ videoId }) => videoId);
  const wanted = videoIds.filter((id) => !kept.includes(id));
  const held = await withholdVideos(tx, wanted, { caseId });
  const videos = await tx
    .selectFrom('videos')
    .select(['id', 'title', 'link'])
    .where('id', '=', sql<number>`any(${sql.val(wanted)}::bigint[])`)
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

const videosWithImage = async (tx: Tx, url: string) => {
  const videos = await tx
    .selectFrom('videos')
    .select('id')
    .where(hasPicture([url]))
    .orderBy('id')
    .execute();
  return videos.map(({ id }) => id);
};

/** What a match of a picture means for the posts that have it: a case withholds them, a list of others has an admin decide. */
export const applyPictureMatches = async (tx: Tx, url: string, matches: readonly PictureMatch[]): Promise<void> => {
  if (matches.length === 0) return;
  await lockCases(
    tx,
    matches.flatMap((match) => (match.kind === 'case' ? match.caseId : [])),
  );
  const ids = await videosWithImage(tx, url);
  for (const match of matches)
    if (match.kind === 'case') await withholdByCase(tx, match, ids, 'picture');
    else
      await sql`
        insert into hash_matches (list_id, video_id, distance)
        select ${match.listId}::bigint, id, ${match.distance}::smallint from unnest(${sql.val(ids)}::bigint[]) as id
        on conflict do nothing`.execute(tx);
};

/** As many as an admin waits for; the job finds the others within a minute. */
const maxPosts = 200;

/** Withholds the other posts that lead to what a case removes, in the transaction that decides. Returns those that it did not hold before. */
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

/** A case of hundreds of URLs is not to make its screen slow. */
const maxCounted = 50;

/** How many other posts lead to the same place as each of these: they are removed with it. None is named without others. */
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
