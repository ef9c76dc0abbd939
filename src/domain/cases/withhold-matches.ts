import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { type Actor, recordChanges, system } from '#domain/audit-log.ts';
import { withholdVideos } from '#domain/holds/holds.ts';
import { hasPicture } from '#domain/stay-down/has-picture.ts';
import type { PictureMatch } from '#domain/stay-down/hash-book.ts';
import { addEntry } from './add-entry.ts';
import { type CaseUrl, urlsOfCase } from './case-urls.ts';
import { addFoundUrls, isOwnFind, lockCases } from './found-urls.ts';

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
