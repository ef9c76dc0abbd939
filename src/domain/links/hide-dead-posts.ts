import { sql } from 'kysely';
import type { Tx } from '#db/database.ts';
import { version as ownVersion } from '#db/version.ts';
import { announceVideo } from '#domain/announcements/queue-announcements.ts';
import { recordChanges, system } from '#domain/audit-log.ts';
import { type StoredVideo, storedVideosByIds } from '#domain/catalogue/stored-videos.ts';
import { videoListings } from '#domain/listing/read-listings.ts';
import { refusalsOf } from '#domain/listing-rules/may-be-listed.ts';
import { olderNode } from '#domain/nodes.ts';
import { lacksRequiredRecords } from '#domain/post-records/posts-with-records.ts';
import { hasUrl } from './posts-of-link.ts';

const maxPosts = 1000;

const recordAll = async (tx: Tx, before: readonly StoredVideo[], action: 'publish' | 'unpublish', reason: string) => {
  const after = await storedVideosByIds(
    tx,
    before.map(({ id }) => id),
  );
  await recordChanges(
    tx,
    system,
    after.map(({ id, title, state }, at) => ({
      action,
      entity: 'video',
      entityId: id,
      before: { title, state: before[at]?.state },
      after: { title, state, reason },
    })),
  );
  for (const [at, video] of after.entries()) await announceVideo(tx, before[at], video);
};

/** Makes drafts of the posts with this link that cannot be watched anywhere. Not while an older node would show drafts. */
export const hideDeadPosts = async (tx: Tx, url: string, now: Date): Promise<void> => {
  if (await olderNode(tx, ownVersion)) return;
  const { rows } = await sql<{ id: number }>`
    select id from videos where ${hasUrl(url)} and deleted_at is null and state = 'published' and link = any(dead_links)
    order by id limit ${maxPosts} for no key update`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  const before = await storedVideosByIds(tx, ids);
  await sql`
    with hidden as (
      update videos set state = 'draft', hidden_at = ${now}::timestamptz, version = version + 1, updated_at = ${now}::timestamptz
      where id = any(${sql.val(ids)}::bigint[]) returning id, version)
    insert into link_hidden_posts (video_id, version, hidden_at) select id, version, ${now}::timestamptz from hidden
    on conflict (video_id) do update set version = excluded.version, hidden_at = excluded.hidden_at`.execute(tx);
  await recordAll(tx, before, 'unpublish', 'All its links are dead.');
};

/** Publishes the posts with this link again that were hidden for it, unless somebody has changed them since or they may not be listed. */
export const showRevivedPosts = async (tx: Tx, url: string, now: Date): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select id from videos join link_hidden_posts h on h.video_id = id and h.version = videos.version
    where ${hasUrl(url)} and deleted_at is null and state = 'draft' and not link = any(dead_links)
      and not ${lacksRequiredRecords}
    order by id limit ${maxPosts} for no key update of videos`.execute(tx);
  const listings = await videoListings(
    tx,
    rows.map(({ id }) => id),
  );
  const refusals = await refusalsOf(tx, listings);
  const ids = listings.filter((_, at) => !refusals[at]).map(({ id }) => id);
  if (ids.length === 0) return;
  const before = await storedVideosByIds(tx, ids);
  await sql`
    update videos set state = 'published', hidden_at = null, version = version + 1, updated_at = ${now}::timestamptz
    where id = any(${sql.val(ids)}::bigint[])`.execute(tx);
  await sql`delete from link_hidden_posts where video_id = any(${sql.val(ids)}::bigint[])`.execute(tx);
  await recordAll(tx, before, 'publish', `${url} works again.`);
};
