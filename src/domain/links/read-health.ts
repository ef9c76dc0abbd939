import { sql } from 'kysely';
import type { LinkState } from '#contract/values/link-health.ts';
import type { Db } from '#db/database.ts';

export interface LinkDay {
  /** Like 2026-11-16. */
  day: string;
  living: number;
  suspicious: number;
  dead: number;
  unknown: number;
  unchecked: number;
}

export interface LinkHealth {
  counts: Record<LinkState, number>;
  trippedHosts: number;
  /** Requests in this hour. */
  requests: number;
  /** Posts whose links are not known yet, about. */
  unswept: number;
  /** Oldest first. */
  days: LinkDay[];
}

const shownDays = 90;

/** All links, by their state. */
export const readLinkHealth = async (db: Db): Promise<LinkHealth> => {
  const { rows: states } = await sql<{ state: LinkState; count: number }>`
    select state, sum(links)::integer as count from link_counts group by state`.execute(db);
  const countOf = (state: LinkState) => states.find((each) => each.state === state)?.count ?? 0;
  const { rows } = await sql<{ trippedHosts: number; requests: number; unswept: number }>`
    select (select count(*)::integer from probed_hosts where tripped_at is not null) as "trippedHosts",
      case when hour = date_trunc('hour', now()) then requests else 0 end as requests,
      greatest(0, coalesce((select max(id) from videos), 0) - swept_to)::integer as unswept
    from link_progress`.execute(db);
  const { rows: days } = await sql<LinkDay>`
    select to_char(day, 'YYYY-MM-DD') as day, living, suspicious, dead, unknown, unchecked
    from (select * from link_days order by day desc limit ${shownDays}) as latest order by day`.execute(db);
  return {
    counts: {
      living: countOf('living'),
      dead: countOf('dead'),
      suspicious: countOf('suspicious'),
      unknown: countOf('unknown'),
      unchecked: countOf('unchecked'),
      ignored: countOf('ignored'),
    },
    ...(rows[0] ?? { trippedHosts: 0, requests: 0, unswept: 0 }),
    days,
  };
};
