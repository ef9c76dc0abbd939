import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import type { Actor } from '#domain/audit-log.ts';
import { isWebUrl, type Removed, readRemovedVideos } from '#domain/stay-down/keep-down.ts';
import { readMirrors } from '#domain/stay-down/kept-links.ts';
import { everyForm } from '#domain/stay-down/mirrors.ts';
import { videosWithLink } from '#domain/stay-down/videos-with-link.ts';
import type { Case } from './lock-case.ts';
import { withholdByCase } from './withhold-matches.ts';

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
