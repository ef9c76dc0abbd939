import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { containsWords, type Found, type SearchedPage } from '#domain/paged-search.ts';
import { linksIn } from './link-counts.ts';

/** A host with the states of its links. */
export interface LinkHost {
  host: string;
  links: number;
  living: number;
  dead: number;
  suspicious: number;
  unknown: number;
  unchecked: number;
  /** Those of the living that nothing is concluded about. */
  ignored: number;
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
    select h.host, c.links, c.living, c.dead, c.suspicious, c.unknown, c.unchecked, c.ignored,
      h.probed_at as "probedAt", h.tripped_at as "trippedAt",
      case when h.next_probe_at > now() then h.next_probe_at end as "nextProbeAt",
      case when h.trusted_until > now() then h.trusted_until end as "trustedUntil",
      count(*) over ()::integer as total
    from probed_hosts h join (
      select host, sum(links)::integer as links, ${linksIn('living', 'ignored')} as living, ${linksIn('dead')} as dead,
        ${linksIn('suspicious')} as suspicious, ${linksIn('unknown')} as unknown, ${linksIn('unchecked')} as unchecked,
        ${linksIn('ignored')} as ignored
      from link_counts group by host having sum(links) > 0) as c using (host)
    where ${wanted}
    order by h.tripped_at is null, c.dead desc, c.links desc, h.host limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  );
  return { total: rows[0]?.total ?? 0, records: rows.map(({ total, ...host }) => host) };
};
