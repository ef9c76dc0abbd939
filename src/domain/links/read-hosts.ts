import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { containsWords, type Found, type SearchedPage } from '#domain/directory/contains-words.ts';

/** A host with the states of its links. */
export interface LinkHost {
  host: string;
  links: number;
  living: number;
  dead: number;
  suspicious: number;
  unknown: number;
  unchecked: number;
  probedAt: Date | null;
  /** Since when its breaker is open. */
  trippedAt: Date | null;
  /** When it is asked again, if that is later than now. */
  nextProbeAt: Date | null;
  /** Until when it is believed, whatever the breaker says. */
  trustedUntil: Date | null;
}

/** Those where something is wrong first. */
export const readHosts = async (db: Db, { page, limit, search }: SearchedPage): Promise<Found<LinkHost>> => {
  const wanted = containsWords(sql`h.host`, search);
  const { rows } = await sql<LinkHost & { total: number }>`
    select h.host, coalesce(c.links, 0) as links, coalesce(c.living, 0) as living, coalesce(c.dead, 0) as dead,
      coalesce(c.suspicious, 0) as suspicious, coalesce(c.unknown, 0) as unknown, coalesce(c.unchecked, 0) as unchecked,
      h.probed_at as "probedAt", h.tripped_at as "trippedAt",
      case when h.next_probe_at > now() then h.next_probe_at end as "nextProbeAt",
      case when h.trusted_until > now() then h.trusted_until end as "trustedUntil",
      count(*) over ()::integer as total
    from probed_hosts h join (
      select host, count(*)::integer as links, count(*) filter (where state in ('living', 'ignored'))::integer as living,
        count(*) filter (where state = 'dead')::integer as dead,
        count(*) filter (where state = 'suspicious')::integer as suspicious,
        count(*) filter (where state = 'unknown')::integer as unknown,
        count(*) filter (where state = 'unchecked')::integer as unchecked
      from link_checks group by host) as c using (host)
    where ${wanted}
    order by h.tripped_at is null, c.dead desc, c.links desc, h.host limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  );
  return { total: rows[0]?.total ?? 0, records: rows.map(({ total, ...host }) => host) };
};
