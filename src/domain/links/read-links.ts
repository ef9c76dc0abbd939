import { sql } from 'kysely';
import type { LinkReason, LinkState, ProbeOutcome } from '#contract/values/link-health.ts';
import type { Db } from '#db/database.ts';
import type { Found } from '#domain/paged-search.ts';
import { hasUrl } from './posts-of-link.ts';

export interface StoredProbe {
  /** ISO time. */
  at: string;
  outcome: ProbeOutcome;
  status: number | null;
  reason: LinkReason;
}

export interface CheckedLink {
  id: number;
  url: string;
  host: string;
  state: LinkState;
  firstGoneAt: Date | null;
  checkedAt: Date | null;
  nextCheckAt: Date;
  isUrgent: boolean;
  /** The last ones, newest first. */
  probes: StoredProbe[];
}

const columns = sql`id, url, host, state, first_gone_at as "firstGoneAt", checked_at as "checkedAt",
  next_check_at as "nextCheckAt", priority > 0 as "isUrgent", probes`;

interface Wanted {
  state?: LinkState | undefined;
  host?: string | undefined;
  page: number;
  limit: number;
}

/** Of link_checks, and of link_counts as well. */
const matching = ({ state, host }: Wanted) =>
  sql.join(
    [sql`true`, ...(state ? [sql`state = ${state}`] : []), ...(host === undefined ? [] : [sql`host = ${host}`])],
    sql` and `,
  );

const latestFirst = sql`checked_at desc nulls last, id`;

/** The latest first. What a page skips is read from an index alone. */
export const readLinks = async (
  db: Db,
  wanted: Wanted,
): Promise<Found<CheckedLink & { post: { id: number; title: string } | null }>> => {
  const { page, limit } = wanted;
  const { rows: counted } = await sql<{ total: number }>`
    select coalesce(sum(links), 0)::integer as total from link_counts where ${matching(wanted)}`.execute(db);
  const { rows } = await sql<CheckedLink>`
    select ${columns} from link_checks join (
      select id from link_checks where ${matching(wanted)}
      order by ${latestFirst} limit ${limit} offset ${(page - 1) * limit}) as wanted using (id)
    order by ${latestFirst}`.execute(db);
  const records = await Promise.all(rows.map(async (link) => ({ ...link, post: await postWith(db, link.url) })));
  return { total: counted[0]?.total ?? 0, records };
};

const postWith = async (db: Db, url: string) => {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from videos where ${hasUrl(url)} and deleted_at is null order by id limit 1`.execute(db);
  return rows[0] ?? null;
};

/** What is known of these links; those that are not known are left out. */
export const readLinkStates = async (db: Db, urls: readonly string[]): Promise<CheckedLink[]> => {
  const { rows } = await sql<CheckedLink>`
    select ${columns} from link_checks
    where md5(url) = any(array(select md5(url) from unnest(${sql.val(urls)}::text[]) as url))`.execute(db);
  return rows;
};
