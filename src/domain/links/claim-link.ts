import { sql } from 'kysely';
import type { Db } from '#db/database.ts';

/**
 * Takes a request from the hourly budget, which all processes share and which is spread over the minutes. Returns
 * false if it is used up.
 */
export const takeRequest = async (db: Db, requestsPerHour: number, now: Date): Promise<boolean> => {
  const hour = sql`date_trunc('hour', ${now}::timestamptz)`;
  const { rows } = await sql`
    update link_progress
    set hour = ${hour}, requests = case when hour = ${hour} then requests + 1 else 1 end
    where hour is distinct from ${hour} or requests <
      ceil(${requestsPerHour}::numeric * (extract(minute from ${now}::timestamptz) + 1) / 60)
    returning 1`.execute(db);
  return rows.length > 0;
};

/** Counts an additional request of a probe, even beyond the budget. */
export const countRequest = async (db: Db): Promise<void> => {
  await sql`update link_progress set requests = requests + 1`.execute(db);
};

/** Returns an unused request to the budget. */
export const returnRequest = async (db: Db): Promise<void> => {
  await sql`update link_progress set requests = greatest(requests - 1, 0)`.execute(db);
};

/** A link to probe. Its host is claimed, so that no other process probes it. */
export interface ClaimedLink {
  id: number;
  url: string;
  host: string;
}

/** Longer than a probe takes. After this time, another process may take the host of a killed one. */
const claimMs = 3 * 60_000;

/** The next due link of a host, with priority links first. */
const dueLink = (now: Date) => sql`
  select * from (
    (select id, url, priority, next_check_at from link_checks
      where host = h.host and priority > 0 and next_check_at <= ${now}::timestamptz order by next_check_at limit 1)
    union all
    (select id, url, 0, next_check_at from link_checks
      where host = h.host and next_check_at <= ${now}::timestamptz order by next_check_at limit 1)) as either
  order by priority desc limit 1`;

/** Claims the host of the next due link. */
export const claimLink = async (db: Db, now: Date): Promise<ClaimedLink | undefined> => {
  const { rows } = await sql<ClaimedLink>`
    with next as (
      select h.host, l.id, l.url from probed_hosts h cross join lateral (${dueLink(now)}) as l
      where h.next_probe_at <= ${now}::timestamptz and h.claimed_until <= ${now}::timestamptz
      order by l.priority desc, l.next_check_at limit 1 for update of h skip locked)
    update probed_hosts h set claimed_until = ${now}::timestamptz + ${claimMs} * interval '1 ms' from next
    where h.host = next.host returning next.id, next.url, next.host`.execute(db);
  return rows[0];
};

/** Whether any host with due links may be probed before `time`. */
export const isDueBefore = async (db: Db, time: Date): Promise<boolean> => {
  const { rows } = await sql`
    select from probed_hosts h where h.next_probe_at <= ${time}::timestamptz
      and exists (select from link_checks where host = h.host and next_check_at <= ${time}::timestamptz) limit 1`.execute(
    db,
  );
  return rows.length > 0;
};

/** Releases a host. No process probes it before `nextProbeAt`. */
export const releaseHost = async (db: Db, host: string, nextProbeAt: Date, probedAt?: Date): Promise<void> => {
  await sql`
    update probed_hosts set claimed_until = '-infinity', next_probe_at = greatest(next_probe_at, ${nextProbeAt}::timestamptz),
      probed_at = coalesce(${probedAt ?? null}::timestamptz, probed_at)
    where host = ${host}`.execute(db);
};
