import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { NotFoundError } from '#domain/errors.ts';

/** Whoever reports a link that was asked just now learns nothing new. */
const askedRecently = sql`interval '1 hour'`;

/** Probes links before others, when their hosts may be asked. Returns how many. */
export const recheckLinks = async (db: Db, ids: readonly number[]): Promise<number> => {
  const { rows } = await sql`
    update link_checks set priority = 2, next_check_at = now()
    where id = any(${sql.val(ids)}::bigint[]) and state <> 'ignored' returning id`.execute(db);
  return rows.length;
};

/** A host as links have it, however somebody writes it. */
export const readHost = async (db: Db, given: string): Promise<string> => {
  const host = given.trim().toLowerCase();
  const { rows } = await sql`select from link_checks where host = ${host} limit 1`.execute(db);
  if (rows.length === 0) throw new NotFoundError('No link leads to this host.');
  return host;
};

/** Of a larger host, those that were asked longest ago. */
const maxOfHost = 10_000;

/** The links of a host that can be probed again. */
export const linkIdsOfHost = async (db: Db, host: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from link_checks where host = ${host} and state <> 'ignored'
    order by checked_at nulls first, id limit ${maxOfHost}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Probes the links of posts before others: somebody has told that they are dead. */
export const probeSoon = async (tx: Tx, videoIds: readonly number[]): Promise<void> => {
  if (videoIds.length === 0) return;
  // In one order, so that concurrent reports cannot deadlock.
  await sql`
    with reported as (
      select distinct unnest(case when links = '{}' then array[link] else links end) as url from videos
      where id = any(${sql.val(videoIds)}::bigint[])
    ), due as (
      select c.id from link_checks c join reported on md5(c.url) = md5(reported.url) and c.url = reported.url
      where c.state <> 'ignored' and (c.checked_at is null or c.checked_at < now() - ${askedRecently})
      order by c.id for update of c)
    update link_checks c set priority = greatest(c.priority, 1), next_check_at = least(c.next_check_at, now()) from due
    where c.id = due.id`.execute(tx);
};

/** The links of posts that were found dead. */
export const deadLinkIds = async (db: Db, videoIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select distinct c.id from (
      select unnest(dead_links) as url from videos where id = any(${sql.val(videoIds)}::bigint[])) as dead
    join link_checks c on md5(c.url) = md5(dead.url) and c.url = dead.url`.execute(db);
  return rows.map(({ id }) => id);
};

const trustDays = 14;

/** Believes a host although much fails there: it has really removed its videos. */
export const trustHost = (db: Db, actor: Actor, host: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update probed_hosts h set tripped_at = null, trips = 0, recent = '', next_probe_at = now(),
        trusted_until = now() + ${trustDays} * interval '1 day'
      where h.host = ${host}
      returning coalesce((select min(id) from link_checks c where c.host = h.host), 0) as id`.execute(tx);
    if (!rows[0]) throw new NotFoundError('No link leads to this host any more.');
    await sql`
      update link_checks set next_check_at = now() where host = ${host} and state in ('unknown', 'suspicious')`.execute(
      tx,
    );
    await recordChange(tx, actor, { action: 'release', entity: 'link', entityId: rows[0].id, after: { name: host } });
  });
