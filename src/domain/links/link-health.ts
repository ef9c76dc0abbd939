import { sql } from 'kysely';
import type { LinkReason, LinkState, ProbeOutcome } from '#contract/values/checks.ts';
import type { PostState } from '#contract/values/posts.ts';
import type { Db } from '#db/database.ts';
import { containsWords, type Found, type SearchedPage } from '#domain/paged-search.ts';
import { hasUrl } from './posts-of-link.ts';

/** Sums the links in these states, in queries of link_counts. */
const linksIn = (...states: LinkState[]) =>
  sql<number>`coalesce(sum(links) filter (where state = any(${sql.val(states)}::text[])), 0)::integer`;

export interface LinkDay {
  /** ISO date. */
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
  /** Requests in the current hour. */
  requests: number;
  /** Approximate number of posts whose links aren't queued yet. */
  unswept: number;
  /** Oldest first. */
  days: LinkDay[];
}

const shownDays = 90;

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

/** A host with the states of its links. */
export interface LinkHost {
  host: string;
  links: number;
  living: number;
  dead: number;
  suspicious: number;
  unknown: number;
  unchecked: number;
  /** Links that aren't probed. They also count as living. */
  ignored: number;
  probedAt: Date | null;
  /** When the circuit breaker opened. Null while it is closed. */
  trippedAt: Date | null;
  /** Null if the host may be probed now. */
  nextProbeAt: Date | null;
  /** Until then, an admin trusts the host's failures, and the breaker stays closed. */
  trustedUntil: Date | null;
}

/** Sorted by severity: paused hosts first, then those with the most dead links. */
export const readHosts = async (db: Db, { page, limit, search }: SearchedPage): Promise<Found<LinkHost>> => {
  const matchesSearch = containsWords(sql`h.host`, search);
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
    where ${matchesSearch}
    order by h.tripped_at is null, c.dead desc, c.links desc, h.host limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  );
  return { total: rows[0]?.total ?? 0, records: rows.map(({ total, ...host }) => host) };
};

export interface StoredProbe {
  /** ISO timestamp. */
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
  /** The latest probes, newest first. */
  probes: StoredProbe[];
}

const columns = sql`id, url, host, state, first_gone_at as "firstGoneAt", checked_at as "checkedAt",
  next_check_at as "nextCheckAt", priority > 0 as "isUrgent", probes`;

interface LinkFilter {
  state?: LinkState | undefined;
  host?: string | undefined;
  page: number;
  limit: number;
}

/** A condition for both link_checks and link_counts. */
const matching = ({ state, host }: LinkFilter) =>
  sql.join(
    [sql`true`, ...(state ? [sql`state = ${state}`] : []), ...(host === undefined ? [] : [sql`host = ${host}`])],
    sql` and `,
  );

const latestFirst = sql`checked_at desc nulls last, id`;

/** Most recently checked first. Skipped rows are read by an index-only scan. */
export const readLinks = async (
  db: Db,
  filter: LinkFilter,
): Promise<Found<CheckedLink & { post: { id: number; title: string } | null }>> => {
  const { page, limit } = filter;
  const { rows: counted } = await sql<{ total: number }>`
    select coalesce(sum(links), 0)::integer as total from link_counts where ${matching(filter)}`.execute(db);
  const { rows } = await sql<CheckedLink>`
    select ${columns} from link_checks join (
      select id from link_checks where ${matching(filter)}
      order by ${latestFirst} limit ${limit} offset ${(page - 1) * limit}) as page using (id)
    order by ${latestFirst}`.execute(db);
  const records = await Promise.all(rows.map(async (link) => ({ ...link, post: await postWith(db, link.url) })));
  return { total: counted[0]?.total ?? 0, records };
};

const postWith = async (db: Db, url: string) => {
  const { rows } = await sql<{ id: number; title: string }>`
    select id, title from videos where ${hasUrl(url)} and deleted_at is null order by id limit 1`.execute(db);
  return rows[0] ?? null;
};

/** Reads the checks of links by URL. Unknown links are missing. */
export const readLinkStates = async (db: Db, urls: readonly string[]): Promise<CheckedLink[]> => {
  const { rows } = await sql<CheckedLink>`
    select ${columns} from link_checks
    where md5(url) = any(array(select md5(url) from unnest(${sql.val(urls)}::text[]) as url))`.execute(db);
  return rows;
};

/** A published or scheduled post whose links are all dead. */
export interface DeadPost {
  id: number;
  title: string;
  imageUrl: string;
  state: PostState;
  link: string;
  host: string | null;
  /** Number of links. */
  links: number;
  /** When its link was first not found. */
  deadSince: Date | null;
  views: number;
  version: number;
}

/** Must match the condition of the partial index. */
const isDead = sql`link <> '' and link = any(dead_links)`;
const isListed = sql`deleted_at is null and state in ('published', 'scheduled')`;

/** Counts up to `max`, because every screen of the back-office needs it. */
export const deadPostCount = (max: number) =>
  sql<number>`(select count(*)::int from (select from videos where ${isDead} and ${isListed} limit ${max}) d)`;

/** Most viewed first. */
export const readDeadPosts = async (
  db: Db,
  { page, limit }: { page: number; limit: number },
): Promise<Found<DeadPost>> => {
  const { rows } = await sql<DeadPost & { total: number }>`
    select v.id, v.title, v.image_url as "imageUrl", v.state, v.link, link_host(v.link) as host,
      greatest(cardinality(v.links), 1) as links, c.first_gone_at as "deadSince", coalesce(w.total, 0) as views, v.version,
      count(*) over ()::integer as total
    from (select * from videos where ${isDead} and ${isListed}) v left join video_views w on w.video_id = v.id
      left join link_checks c on md5(c.url) = md5(v.link) and c.url = v.link
    order by coalesce(w.total, 0) desc, v.id limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return { total: rows[0]?.total ?? 0, records: rows.map(({ total, ...post }) => post) };
};

const maxCounted = 1000;

/** Counts up to 1000. */
export const countDeadPosts = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ posts: number }>`select ${deadPostCount(maxCounted)} as posts`.execute(db);
  return rows[0]?.posts ?? 0;
};

/** Long enough to compare two years. */
const keptDays = 800;

/** Stores the number of links by state for today, replacing an earlier count of the day. */
export const countLinks = async (db: Db, now = new Date()): Promise<void> => {
  const day = sql`(${now}::timestamptz at time zone 'UTC')::date`;
  await sql`
    insert into link_days (day, living, suspicious, dead, unknown, unchecked)
    select ${day}, ${linksIn('living', 'ignored')}, ${linksIn('suspicious')}, ${linksIn('dead')}, ${linksIn('unknown')},
      ${linksIn('unchecked')}
    from link_counts
    on conflict (day) do update set living = excluded.living, suspicious = excluded.suspicious, dead = excluded.dead,
      unknown = excluded.unknown, unchecked = excluded.unchecked`.execute(db);
  await sql`delete from link_days where day < ${day} - ${keptDays}::integer`.execute(db);
};
