import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { version as ownVersion } from '#db/version.ts';
import { announceVideo } from '#domain/announcements/queue-announcements.ts';
import { recordChanges, system } from '#domain/audit-log.ts';
import { allLinks, playColumns } from '#domain/catalogue/links.ts';
import { type StoredVideo, storedVideosByIds } from '#domain/catalogue/stored-videos.ts';
import { videoListings } from '#domain/listing/listing.ts';
import { refusalsOf } from '#domain/listing-rules/may-be-listed.ts';
import { olderNode } from '#domain/nodes.ts';
import { lacksRequiredRecords } from '#domain/post-records/post-records.ts';
import { isVisible } from '#domain/visibility.ts';

/** Matches posts with exactly this link. */
export const hasUrl = (url: string | RawBuilder<string>) => sql<boolean>`(
  (link_key(link) = link_key(${url}::text) and link = ${url}::text and links = '{}')
  or (links <> '{}' and link_keys(links) @> array[link_key(${url}::text)] and ${url}::text = any(links)))`;

/** Whether posts use a link. “resting”: all of them are withheld or deleted, but may come back. */
export const readUse = async (db: Db, url: string): Promise<'used' | 'resting' | 'unused'> => {
  const { rows } = await sql<{ isUsed: boolean }>`
    select deleted_at is null and state <> 'withheld' as "isUsed" from videos where ${hasUrl(url)}
    order by 1 desc limit 1`.execute(db);
  if (!rows[0]) return 'unused';
  return rows[0].isUsed ? 'used' : 'resting';
};

/** A post whose links are being changed. */
export interface LinkedPost {
  id: number;
  title: string;
  state: string;
  link: string;
  links: string[];
  deadLinks: string[];
}

/** More posts with the same link are unusual. The next probe changes the others. */
const maxPosts = 1000;

const lockPosts = async (tx: Tx, url: string, isDead: boolean): Promise<LinkedPost[]> => {
  const { rows } = await sql<LinkedPost>`
    select id, title, state, link, links, dead_links as "deadLinks" from videos
    where ${hasUrl(url)} and deleted_at is null and (${url}::text = any(dead_links)) is distinct from ${isDead}::boolean
    order by id limit ${maxPosts} for no key update`.execute(tx);
  return rows;
};

const reasonOf = (url: string, isDead: boolean) => (isDead ? `${url} is dead.` : `${url} works again.`);

/**
 * Marks a link as dead or working, and makes the first working link of each post the one that play opens. Doesn't
 * change versions, because undoing an import or bulk change must not take these posts for edited. Returns the changed
 * posts.
 */
export const markLink = async (tx: Tx, url: string, isDead: boolean): Promise<LinkedPost[]> => {
  const posts = await lockPosts(tx, url, isDead);
  const changed = posts.map((post) => {
    const dead = isDead ? [...post.deadLinks, url] : post.deadLinks.filter((each) => each !== url);
    const { link, dead_links } = playColumns(allLinks(post), dead);
    return { ...post, link, deadLinks: dead_links };
  });
  for (const { id, link, deadLinks } of changed)
    await tx.updateTable('videos').set({ link, dead_links: deadLinks }).where('id', '=', id).execute();
  const moved = changed.flatMap((post, at) => {
    const before = posts[at]?.link;
    return before === post.link ? [] : [{ ...post, before }];
  });
  await recordChanges(
    tx,
    system,
    moved.map(({ id, title, before, link }) => ({
      action: 'update',
      entity: 'video',
      entityId: id,
      before: { title, link: before },
      after: { title, link, reason: reasonOf(url, isDead) },
    })),
  );
  return changed;
};

/**
 * Deletes the checks of links that no post uses anymore, except ignored ones. The prober would do so when they are
 * due, but after undoing an import that may take weeks, in which they would count as unchecked.
 */
export const forgetLinks = async (tx: Tx, urls: readonly string[]): Promise<void> => {
  await sql`
    delete from link_checks where id in (
      select c.id from (select distinct unnest(${sql.val(urls)}::text[]) as url) as given
        join link_checks c on md5(c.url) = md5(given.url) and c.url = given.url
      where c.state <> 'ignored' and not exists (select from videos where ${hasUrl(sql<string>`c.url`)}))`.execute(tx);
};

const maxChangedPosts = 1000;

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

/**
 * Turns posts with this link into drafts if all their links are dead. Not while an older node runs, which would show
 * drafts.
 */
export const hideDeadPosts = async (tx: Tx, url: string, now: Date): Promise<void> => {
  if (await olderNode(tx, ownVersion)) return;
  const { rows } = await sql<{ id: number }>`
    select id from videos where ${hasUrl(url)} and ${isVisible()} and link = any(dead_links)
    order by id limit ${maxChangedPosts} for no key update`.execute(tx);
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

/** Republishes posts that hideDeadPosts() has hidden, unless they were edited since or may not be listed. */
export const showRevivedPosts = async (tx: Tx, url: string, now: Date): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select id from videos join link_hidden_posts h on h.video_id = id and h.version = videos.version
    where ${hasUrl(url)} and deleted_at is null and state = 'draft' and not link = any(dead_links)
      and not ${lacksRequiredRecords}
    order by id limit ${maxChangedPosts} for no key update of videos`.execute(tx);
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
