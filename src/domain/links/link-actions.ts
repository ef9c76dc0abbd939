import { sql } from 'kysely';
import { type Db, retriedTransaction, type Tx } from '#db/database.ts';
import { type Actor, recordChange, recordChanges } from '#domain/audit-log.ts';
import { NotFoundError } from '#domain/errors.ts';
import { hasUrl, markLink, showRevivedPosts } from './posts-of-link.ts';

/** Links probed more recently aren't probed again when they are reported. */
const recently = sql`interval '1 hour'`;

/** Makes links due before others. Returns their number. */
export const recheckLinks = async (db: Db, ids: readonly number[]): Promise<number> => {
  const { rows } = await sql`
    update link_checks set priority = 2, next_check_at = now()
    where id = any(${sql.val(ids)}::bigint[]) and state <> 'ignored' returning id`.execute(db);
  return rows.length;
};

/** Normalizes a host. Throws if no link leads there. */
export const readHost = async (db: Db, text: string): Promise<string> => {
  const host = text.trim().toLowerCase();
  const { rows } = await sql`select from link_checks where host = ${host} limit 1`.execute(db);
  if (rows.length === 0) throw new NotFoundError('No link leads to this host.');
  return host;
};

/** If a host has more links, only those probed longest ago are probed again. */
const maxProbedOfHost = 10_000;

/** The links of a host that can be probed again. */
export const linkIdsOfHost = async (db: Db, host: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from link_checks where host = ${host} and state <> 'ignored'
    order by checked_at nulls first, id limit ${maxProbedOfHost}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Makes the links of posts due before others, after somebody reported them as dead. */
export const probeSoon = async (tx: Tx, videoIds: readonly number[]): Promise<void> => {
  if (videoIds.length === 0) return;
  // Lock in sorted order, so that concurrent reports cannot deadlock.
  await sql`
    with reported as (
      select distinct unnest(case when links = '{}' then array[link] else links end) as url from videos
      where id = any(${sql.val(videoIds)}::bigint[])
    ), due as (
      select c.id from link_checks c join reported on md5(c.url) = md5(reported.url) and c.url = reported.url
      where c.state <> 'ignored' and (c.checked_at is null or c.checked_at < now() - ${recently})
      order by c.id for update of c)
    update link_checks c set priority = greatest(c.priority, 1), next_check_at = least(c.next_check_at, now()) from due
    where c.id = due.id`.execute(tx);
};

/** Ids of the dead links of posts. */
export const deadLinkIds = async (db: Db, videoIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select distinct c.id from (
      select unnest(dead_links) as url from videos where id = any(${sql.val(videoIds)}::bigint[])) as dead
    join link_checks c on md5(c.url) = md5(dead.url) and c.url = dead.url`.execute(db);
  return rows.map(({ id }) => id);
};

const trustDays = 14;

/** Trusts a host's failures for a while, because it has really removed its videos. */
export const trustHost = (db: Db, actor: Actor, host: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update probed_hosts h set tripped_at = null, trips = 0, recent = '', next_probe_at = now(),
        trusted_until = now() + ${trustDays} * interval '1 day'
      where h.host = ${host}
      returning coalesce((select min(id) from link_checks c where c.host = h.host), 0) as id`.execute(tx);
    if (!rows[0]) throw new NotFoundError('No link leads to this host anymore.');
    await sql`
      update link_checks set next_check_at = now() where host = ${host} and state in ('unknown', 'suspicious')`.execute(
      tx,
    );
    await recordChange(tx, actor, { action: 'release', entity: 'link', entityId: rows[0].id, after: { name: host } });
  });

/** An ignored link is never due. */
const never = new Date('9999-01-01T00:00:00Z');

const actionOf = (isIgnored: boolean) => (isIgnored ? 'deactivate' : 'activate');

/** Marks dead links as working again. */
const reviveLinks = async (tx: Tx, urls: readonly string[]) => {
  const { rows } = await sql<{ url: string }>`
    select url from unnest(${sql.val(urls)}::text[]) as given(url) cross join lateral (
      select id from videos where ${hasUrl(sql`given.url`)} and given.url = any(dead_links) limit 1) as post`.execute(
    tx,
  );
  for (const { url } of rows) {
    await markLink(tx, url, false);
    await showRevivedPosts(tx, url, new Date());
  }
};

interface DueTimes {
  /** DueTimes the first link is due. */
  first: Date;
  /** Time between links. */
  stepMs: number;
  priority: number;
}

const neverDue: DueTimes = { first: never, stepMs: 0, priority: 0 };

/** Returns the links that were changed. */
const setIgnored = async (
  tx: Tx,
  ids: readonly number[],
  isIgnored: boolean,
  { first, stepMs, priority }: DueTimes,
) => {
  const { rows } = await sql<{ id: number; url: string }>`
    update link_checks c set first_gone_at = null, gone_probes = 0, unknown_probes = 0,
      state = ${isIgnored ? 'ignored' : 'unchecked'}, priority = ${priority}::smallint,
      next_check_at = ${first}::timestamptz + (n - 1) * ${stepMs}::float8 * interval '1 ms'
    from unnest(${sql.val(ids)}::bigint[]) with ordinality as chosen(id, n)
    where c.id = chosen.id and (c.state = 'ignored') <> ${isIgnored}::boolean
    returning c.id, c.url`.execute(tx);
  const links = rows.toSorted((one, other) => one.id - other.id);
  if (isIgnored)
    await reviveLinks(
      tx,
      links.map(({ url }) => url),
    );
  return links;
};

/**
 * Ignores links, which are no longer probed and count as working, or undoes this. Returns the number of changed links.
 */
export const ignoreLinks = (db: Db, actor: Actor, ids: readonly number[], isIgnored: boolean): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const when = isIgnored ? neverDue : { first: new Date(), stepMs: 0, priority: 1 };
    const links = await setIgnored(tx, ids, isIgnored, when);
    await recordChanges(
      tx,
      actor,
      links.map(({ id, url }) => ({
        action: actionOf(isIgnored),
        entity: 'link',
        entityId: id,
        after: { name: url },
      })),
    );
    return links.length;
  });

/** Links per transaction, to keep locks short. */
const batchSize = 500;
/** A host with more links needs another call for the rest. */
const maxIgnoredOfHost = 100_000;

/** The links of a host to change. Read once: otherwise two opposite calls could undo each other’s batches forever. */
const idsOfHost = async (db: Db, host: string, isIgnored: boolean): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from link_checks where host = ${host} and (state = 'ignored') <> ${isIgnored}::boolean
    order by next_check_at, id limit ${maxIgnoredOfHost}`.execute(db);
  return rows.map(({ id }) => id);
};

interface HostChange {
  host: string;
  ids: readonly number[];
  isIgnored: boolean;
  when: DueTimes;
  /** True if nothing was recorded in the audit log yet. */
  isFirst: boolean;
}

const ignoreBatch = (db: Db, actor: Actor, { host, ids, isIgnored, when, isFirst }: HostChange): Promise<number> =>
  retriedTransaction(db, async (tx) => {
    // Lock the host first, as storeOutcome() does, so that they cannot deadlock.
    await sql`select from probed_hosts where host = ${host} for update`.execute(tx);
    const links = await setIgnored(tx, ids, isIgnored, when);
    const [link] = links;
    if (link && isFirst)
      await recordChange(tx, actor, {
        action: actionOf(isIgnored),
        entity: 'link',
        entityId: link.id,
        after: { host },
      });
    return links.length;
  });

/**
 * Ignores all links of a host, or undoes this. They then become due one by one, spaced as the budget allows, so that
 * they don't delay other links. Returns the number of changed links.
 */
export const ignoreHost = async (
  db: Db,
  actor: Actor,
  { host, isIgnored, requestsPerHour }: { host: string; isIgnored: boolean; requestsPerHour: number },
): Promise<number> => {
  const stepMs = 3_600_000 / requestsPerHour;
  const start = Date.now();
  const allIds = await idsOfHost(db, host, isIgnored);
  let links = 0;
  for (let at = 0; at < allIds.length; at += batchSize) {
    const when = isIgnored ? neverDue : { first: new Date(start + links * stepMs), stepMs, priority: 0 };
    const ids = allIds.slice(at, at + batchSize);
    links += await ignoreBatch(db, actor, { host, ids, isIgnored, when, isFirst: links === 0 });
  }
  return links;
};
