import { sql } from 'kysely';
import type { LinkReason, LinkState, ProbeOutcome } from '#contract/values/link-health.ts';
import type { Db } from '#db/database.ts';
import type { Found } from '#domain/directory/contains-words.ts';
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

/** The latest first. */
export const readLinks = async (
  db: Db,
  { state, host, page, limit }: Wanted,
): Promise<Found<CheckedLink & { post: { id: number; title: string } | null }>> => {
  const where = sql`(${state ?? null}::text is null or state = ${state ?? null})
    and (${host ?? null}::text is null or host = ${host ?? null})`;
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from link_checks where ${where}`.execute(db);
  const { rows } = await sql<CheckedLink>`
    select ${columns} from link_checks where ${where}
    order by checked_at desc nulls last, id limit ${limit} offset ${(page - 1) * limit}`.execute(db);
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
