import { sql } from 'kysely';
import { uncheckedHosts } from '#contract/values/checks.ts';
import type { Db, Tx } from '#db/database.ts';

const batchSize = 2000;
/** Links of up to this many posts are checked at once. More are an import, and are spread over time. */
const maxAtOnce = 200;

/** Distinct links of posts, with their hosts. */
const linksOf = (ids: readonly number[]) => sql`
  select url, link_host(url) as host from (
    select distinct unnest(case when links = '{}' then array[link] else links end) as url from videos
    where id = any(${sql.val(ids)}::bigint[]) and deleted_at is null) as all_links
  where link_host(url) <> all(${sql.val(uncheckedHosts)}::text[]) and length(url) <= 2000`;

/**
 * Adds unknown links. A backlog is spread evenly over time as the budget allows, so that links that have to be probed
 * again don't wait for all of it.
 */
const addLinks = async (tx: Tx, ids: readonly number[], requestsPerHour: number, now: Date): Promise<void> => {
  const isFew = ids.length <= maxAtOnce;
  const stepMs = isFew ? 0 : 3_600_000 / requestsPerHour;
  await sql`
    with found as materialized (${linksOf(ids)}),
    fresh as (
      select url, host, row_number() over () as n from found
      where not exists (select from link_checks c where md5(c.url) = md5(found.url))),
    begin as (
      select case when ${isFew}::boolean then ${now}::timestamptz else greatest(planned_to, ${now}::timestamptz) end as at from link_progress),
    again as (
      -- A dead link in a new post is probed again before it counts as dead there.
      update link_checks c set next_check_at = ${now}::timestamptz, priority = 1 from found
      where md5(c.url) = md5(found.url) and c.state = 'dead' and ${isFew}::boolean),
    hosts as (
      insert into probed_hosts (host) select distinct host from fresh on conflict do nothing),
    added as (
      insert into link_checks (url, host, next_check_at)
      select url, host, begin.at + n * ${stepMs}::float8 * interval '1 ms' from fresh, begin
      on conflict do nothing)
    update link_progress set planned_to = greatest(planned_to, begin.at + (select count(*) from fresh) * ${stepMs}::float8 * interval '1 ms')
    from begin where not ${isFew}::boolean`.execute(tx);
};

const queueChanged = (db: Db, requestsPerHour: number, now: Date): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      delete from changed_links where id in (
        select id from changed_links order by id limit ${batchSize} for update skip locked)
      returning video_id as id`.execute(tx);
    const ids = [...new Set(rows.map(({ id }) => id))];
    if (ids.length > 0) await addLinks(tx, ids, requestsPerHour, now);
    return rows.length === batchSize;
  });

/**
 * The id up to which posts can be read without missing any. A lower id may be committed after a higher one, so the
 * horizon only advances to an id once all transactions have ended that were running when it was seen.
 */
const readHorizon = async (tx: Tx): Promise<{ sweptTo: number; horizon: number }> => {
  const { rows } = await sql<{ sweptTo: number; seenId: number; isSettled: boolean; isAhead: boolean }>`
    select swept_to as "sweptTo", seen_id as "seenId",
      seen_xid::numeric <= pg_snapshot_xmin(pg_current_snapshot())::text::numeric as "isSettled",
      -- True after a restore, because transaction ids start over.
      seen_xid::numeric > pg_snapshot_xmax(pg_current_snapshot())::text::numeric as "isAhead"
    from link_progress for update`.execute(tx);
  const { sweptTo = 0, seenId = 0, isSettled = false, isAhead = false } = rows[0] ?? {};
  if (isSettled || isAhead)
    await sql`
      update link_progress set seen_id = coalesce((select max(id) from videos), 0),
        seen_xid = pg_snapshot_xmax(pg_current_snapshot())::text`.execute(tx);
  return { sweptTo, horizon: isSettled ? seenId : sweptTo };
};

const sweepBatch = (db: Db, requestsPerHour: number, now: Date): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { sweptTo, horizon } = await readHorizon(tx);
    const videos = await tx
      .selectFrom('videos')
      .select('id')
      .where('id', '>', sweptTo)
      .where('id', '<=', horizon)
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const last = videos.at(-1);
    if (!last) return false;
    await addLinks(
      tx,
      videos.map(({ id }) => id),
      requestsPerHour,
      now,
    );
    await tx.updateTable('link_progress').set({ swept_to: last.id }).execute();
    return true;
  });

/** Adds the links of new and changed posts. New posts are found by id, so that importing them costs nothing. */
export const queueLinks = async (
  db: Db,
  { requestsPerHour, now, maxBatches = 20 }: { requestsPerHour: number; now: Date; maxBatches?: number },
): Promise<void> => {
  while (await queueChanged(db, requestsPerHour, now));
  for (let batch = 0; batch < maxBatches; batch++) if (!(await sweepBatch(db, requestsPerHour, now))) return;
};
