import { sql } from 'kysely';
import { videoPath } from '#contract/values/video-path.ts';
import type { Tx } from '#db/database.ts';
import { type Actor, recordChanges } from '#domain/audit-log.ts';
import { releaseVideos } from '#domain/holds/holds.ts';
import { stopKeepingDown } from '#domain/stay-down/keep-down.ts';
import { addEntry } from './add-entry.ts';
import { type CaseUrl, videoIdsOf } from './case-urls.ts';

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
export const addFoundUrls = async (
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
