import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { type Actor, recordChanges, system } from '#domain/audit/record-change.ts';
import { addEntry } from '../cases/add-entry.ts';
import { withholdVideos } from '../holds/withhold-videos.ts';
import type { PictureMatch } from './hash-book.ts';

/** Withholds posts that show again what a case removed, and says so in its history and in the audit log. */
export const withholdByCase = async (
  tx: Tx,
  { caseId, caseNumber }: { caseId: number; caseNumber: string },
  videoIds: readonly number[],
  what: 'link' | 'picture',
  actor: Actor = system,
): Promise<number[]> => {
  const held = await withholdVideos(tx, videoIds, { caseId });
  if (held.length === 0) return [];
  const videos = await tx
    .selectFrom('videos')
    .select(['id', 'title'])
    .where('id', '=', sql<number>`any(${sql.val(held)}::bigint[])`)
    .orderBy('id')
    .execute();
  const reason = `Its ${what} was removed in case ${caseNumber}.`;
  await recordChanges(
    tx,
    actor,
    videos.map(({ id, title }) => ({ action: 'withhold', entity: 'video', entityId: id, after: { title, reason } })),
  );
  const text = `Withheld because of the same ${what}: ${videos.map(({ id, title }) => `${title} (${id})`).join(', ')}.`;
  await addEntry(tx, caseId, { kind: 'withheld', text: text.slice(0, 2000), isPublic: false });
  return held;
};

const videosWithImage = async (tx: Tx, url: string) => {
  const videos = await tx.selectFrom('videos').select('id').where('image_url', '=', url).orderBy('id').execute();
  return videos.map(({ id }) => id);
};

/** What a match of a picture means for the posts that have it: a case withholds them, a list of others has an admin decide. */
export const applyPictureMatches = async (tx: Tx, url: string, matches: readonly PictureMatch[]): Promise<void> => {
  if (matches.length === 0) return;
  const ids = await videosWithImage(tx, url);
  for (const match of matches)
    if (match.kind === 'case') await withholdByCase(tx, match, ids, 'picture');
    else
      await sql`
        insert into hash_matches (list_id, video_id, distance)
        select ${match.listId}::bigint, id, ${match.distance}::smallint from unnest(${sql.val(ids)}::bigint[]) as id
        on conflict do nothing`.execute(tx);
};
