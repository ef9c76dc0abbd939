import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { retriedTransaction } from '#db/retried-transaction.ts';
import { type Actor, recordChange, recordChanges } from '#domain/audit-log.ts';
import { showRevivedPosts } from './hide-dead-posts.ts';
import { hasUrl, markLink } from './posts-of-link.ts';

/** An ignored link is never due. */
const never = new Date('9999-01-01T00:00:00Z');

const actionOf = (isIgnored: boolean) => (isIgnored ? 'deactivate' : 'activate');

/** Posts lead to links again that were found dead. */
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

interface When {
  /** When the first one is due. */
  first: Date;
  /** From one to the next. */
  stepMs: number;
  priority: number;
}

const neverDue: When = { first: never, stepMs: 0, priority: 0 };

/** Links that are in that state already are left out. */
const setIgnored = async (tx: Tx, ids: readonly number[], isIgnored: boolean, { first, stepMs, priority }: When) => {
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

/** Concludes nothing about links any more, or does so again. Their posts lead there again meanwhile. Returns how many. */
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

/** A transaction each, so that nothing else waits for long. */
const batchSize = 500;
/** Of a larger host, the next call takes the others. */
const maxOfHost = 100_000;

/** The links of a host that are to be changed. Chosen once, so that two who want the opposite do not go on forever. */
const idsOfHost = async (db: Db, host: string, isIgnored: boolean): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from link_checks where host = ${host} and (state = 'ignored') <> ${isIgnored}::boolean
    order by next_check_at, id limit ${maxOfHost}`.execute(db);
  return rows.map(({ id }) => id);
};

interface HostChange {
  host: string;
  ids: readonly number[];
  isIgnored: boolean;
  when: When;
  /** Whether nothing has been recorded yet. */
  isFirst: boolean;
}

const ignoreBatch = (db: Db, actor: Actor, { host, ids, isIgnored, when, isFirst }: HostChange): Promise<number> =>
  retriedTransaction(db, async (tx) => {
    // As whoever stores what a probe found: they take turns instead of waiting for each other's links.
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
 * Ignores all links of a host, or heeds them again: then they are due one after the other, as far apart as the budget allows, so that
 * others need not wait for all of them. Returns how many.
 */
export const ignoreHost = async (
  db: Db,
  actor: Actor,
  { host, isIgnored, requestsPerHour }: { host: string; isIgnored: boolean; requestsPerHour: number },
): Promise<number> => {
  const stepMs = 3_600_000 / requestsPerHour;
  const start = Date.now();
  const chosen = await idsOfHost(db, host, isIgnored);
  let links = 0;
  for (let at = 0; at < chosen.length; at += batchSize) {
    const when = isIgnored ? neverDue : { first: new Date(start + links * stepMs), stepMs, priority: 0 };
    const ids = chosen.slice(at, at + batchSize);
    links += await ignoreBatch(db, actor, { host, ids, isIgnored, when, isFirst: links === 0 });
  }
  return links;
};
