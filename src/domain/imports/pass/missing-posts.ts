import { sql } from 'kysely';
import { importLimits } from '#contract/values/imports.ts';
import type { Db, Tx } from '#db/database.ts';
import { announceVisibility } from '#domain/announcements/queue-announcements.ts';
import { lockVideos } from '#domain/catalogue/stored-videos.ts';
import { silenceChangeLog } from '../imports.ts';
import { type ImportLease, importLeases } from './lease.ts';
import type { Pass } from './pass.ts';

const idsPerStatement = 10_000;

/** The next posts of the source, by id, that are neither deleted nor withheld. */
const postsOfSource = async (db: Db, sourceId: number, after: number, limit = idsPerStatement) => {
  const { rows } = await sql<{ id: number }>`
    select i.video_id as id from import_items i join videos v on v.id = i.video_id
    where i.source_id = ${sourceId}::bigint and i.video_id > ${after}::bigint and not i.taken_down
      and v.deleted_at is null and v.state <> 'withheld'
    order by i.video_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

interface MissingPosts {
  /** Number of posts of the source. */
  posts: number;
  /** How many of them are missing from the feed. */
  missing: number;
  /** Ids of the first missing posts, up to the number that screens list. */
  listed: number[];
}

export const findMissing = async (db: Db, { sourceId, seenPosts }: Pass): Promise<MissingPosts> => {
  const found: MissingPosts = { posts: 0, missing: 0, listed: [] };
  for (let after = 0; ; ) {
    const ids = await postsOfSource(db, sourceId, after);
    const missing = ids.filter((id) => !seenPosts.has(id));
    found.posts += ids.length;
    found.missing += missing.length;
    for (const id of missing.slice(0, importLimits.listedRows - found.listed.length)) found.listed.push(id);
    if (ids.length < idsPerStatement) return found;
    after = ids.at(-1) ?? after;
  }
};

/** Lists missing posts: those to be taken down after a dry run, those taken down after a run. */
export const listMissing = async (tx: Tx, importId: number, ids: readonly number[]): Promise<void> => {
  for (let from = 0; from < ids.length; from += idsPerStatement)
    await sql`insert into import_rows (import_id, outcome, number, reason, title, link, video_id)
      select ${importId}::bigint, 'takenDown', id, 'No longer in the feed.', title, link, id
      from videos where id = any(${sql.val(ids.slice(from, from + idsPerStatement))}::bigint[])
      on conflict do nothing`.execute(tx);
};

const batchSize = 2000;
const maxAnnounced = 100;

interface TakenDown {
  id: number;
  version: number;
  title: string;
  link: string;
  wasShown: boolean;
}

const storeTakenDown = async (tx: Tx, lease: ImportLease, posts: readonly TakenDown[]) => {
  const ids = sql`${sql.val(posts.map(({ id }) => id))}::bigint[]`;
  await sql`insert into import_changes (import_id, video_id, version, before)
    select ${lease.id}::bigint, i.video_id, v.version,
      jsonb_build_object('isTakenDown', true, 'item', jsonb_build_object('version', i.version, 'fields', encode(i.fields, 'hex')))
    from import_items i join videos v on v.id = i.video_id
    where i.source_id = ${lease.sourceId}::bigint and i.video_id = any(${ids})
    on conflict (import_id, video_id) do update set version = excluded.version, before = import_changes.before || '{"isTakenDown": true}'`.execute(
    tx,
  );
  // Clear the row hash, so that the row is read if it returns to the feed.
  await sql`update import_items i set taken_down = true, row_hash = null, version = v.version from videos v
    where i.source_id = ${lease.sourceId}::bigint and i.video_id = any(${ids}) and v.id = i.video_id`.execute(tx);
};

/** Takes down the missing ones among the next posts of the source. Returns undefined if the lease is lost. */
export const takeDownBatch = async (
  tx: Tx,
  lease: ImportLease,
  pass: Pass,
): Promise<{ isLast: boolean } | undefined> => {
  const progress = await importLeases.renew(tx, lease);
  if (!progress) return undefined;
  if (lease.isBulk) await silenceChangeLog(tx);
  const ids = await postsOfSource(tx, lease.sourceId, progress.takenDownTo, batchSize);
  const missing = ids.filter((id) => !pass.seenPosts.has(id));
  const locked = await lockVideos(tx, missing);
  const wasShown = new Set(locked.filter(({ isShown }) => isShown).map(({ id }) => id));
  const { rows } = await sql<Omit<TakenDown, 'wasShown'>>`
    update videos set deleted_at = now(), version = version + 1, updated_at = now()
    where id = any(${sql.val(missing)}::bigint[]) and deleted_at is null and state <> 'withheld'
    returning id, version, title, link`.execute(tx);
  const posts = rows.map((row) => ({ ...row, wasShown: wasShown.has(row.id) }));
  if (posts.length > 0) await storeTakenDown(tx, lease, posts);
  if (progress.takenDown < importLimits.listedRows)
    await listMissing(
      tx,
      lease.id,
      posts.map(({ id }) => id),
    );
  await announceVisibility(tx, async () => ({
    shown: [],
    hidden: posts.filter((post) => post.wasShown).slice(-maxAnnounced),
  }));
  await tx
    .updateTable('imports')
    .set((eb) => ({
      taken_down: eb('taken_down', '+', posts.length),
      taken_down_to: ids.at(-1) ?? progress.takenDownTo,
    }))
    .where('id', '=', lease.id)
    .execute();
  return { isLast: ids.length < batchSize };
};
