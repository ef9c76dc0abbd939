import { type RawBuilder, sql } from 'kysely';
import { type CaseFlag, type CaseKind, caseIdIn, type QueueStatus } from '#contract/values/cases.ts';
import { limits } from '#contract/values/fields.ts';
import type { Db } from '#db/database.ts';
import { countMissingOfCase } from '#domain/stay-down/missing-fingerprints.ts';
import { isVisible } from '#domain/visibility.ts';
import { type Case, withNumber } from './cases.ts';
import {
  clockRuns,
  hasCounterNotice,
  hasEndingCounterNotice,
  hasOverdueCounterNotice,
  isOverdue,
  restoreBy,
} from './deadlines.ts';

export interface QueueFilter {
  /** '' for everything that is waiting for a decision. */
  status: QueueStatus | '';
  kind: CaseKind | '';
  /** Pseudonymous id of the sender's network. */
  sender: string;
  video: string;
  isOverdue: boolean;
  isComplete: boolean | undefined;
  hasProof: boolean | undefined;
  flag: CaseFlag | '';
  /** Only urgent cases whose posts are still public. */
  isPublic: boolean;
  search: string;
  /** Whether the search also looks for names and emails of reporters, for those who may see them. */
  findsReporters?: boolean;
}

/** Without a status: everything that needs action, including counter-notices that end soon. */
const statusCondition = (status: QueueStatus | ''): RawBuilder<boolean> => {
  if (status === '') return sql`(c.status <> 'decided' or ${hasEndingCounterNotice})`;
  return status === 'counter_notice' ? hasCounterNotice : sql`c.status = ${status}`;
};

/** Undecided URLs of `cases c` whose posts are public although notices of this kind usually withhold them at once. */
const publicUrls = sql`
  from case_urls u join videos v on v.id = u.video_id
  where u.case_id = c.id and u.decision is null and ${isVisible('v')}
    and c.kind in ('minor', 'intimate_image') and c.status <> 'decided'`;

const isPublic = sql<boolean>`exists (select ${publicUrls})`;

/** The id in the URL of a video's page, on any host. */
const videoIdIn = (text: string) => /\/video\/(\d{1,15})(?:-|$|[/?#])/.exec(text)?.[1];

const maxTextMatches = 10_000;

/** Scans all reported URLs. Runs before the query, so that a page and its total need one scan, not two. */
const findByText = async (db: Db, text: string, findsReporters: boolean): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select distinct case_id as id from case_urls where position(lower(${text}) in lower(url || ' ' || title || ' ' || link)) > 0
    union select id from cases where ${findsReporters} and position(lower(${text}) in lower(reporter_name)) > 0 limit ${maxTextMatches}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

const isAboutVideo = (id: string) =>
  sql<boolean>`c.id in (select case_id from case_urls where video_id = ${id}::bigint)`;

/** Searches by case number, email or URL of a post, or else for part of a reported URL, a title or a name. */
const searchCondition = async (
  db: Db,
  { search, findsReporters = true }: Pick<QueueFilter, 'search' | 'findsReporters'>,
): Promise<RawBuilder<boolean> | undefined> => {
  const text = search.slice(0, limits.search).replaceAll('\0', ' ').trim();
  if (text === '') return undefined;
  const id = caseIdIn(text);
  if (id !== undefined) return sql`(c.id = ${id}::bigint or ${isAboutVideo(String(id))})`;
  if (findsReporters && /^[^\s/]+@/.test(text)) {
    const prefix = text.toLowerCase().replace(/([%_\\])/g, '\\$1');
    return sql`(c.reporter_email <> '' and lower(c.reporter_email) like ${`${prefix}%`})`;
  }
  const video = videoIdIn(text);
  if (video !== undefined) return isAboutVideo(video);
  return sql`c.id = any(${sql.val(await findByText(db, text, findsReporters))}::bigint[])`;
};

export const queueCondition = async (db: Db, filter: QueueFilter): Promise<RawBuilder<boolean>> => {
  const { status, kind, sender, video, isComplete, hasProof, flag } = filter;
  const conditions = [
    statusCondition(status),
    kind === '' ? undefined : sql`c.kind = ${kind}`,
    sender === '' ? undefined : sql`c.sender = ${sender}`,
    video === '' ? undefined : isAboutVideo(video),
    filter.isOverdue ? sql`(${isOverdue} or ${hasOverdueCounterNotice})` : undefined,
    isComplete === undefined ? undefined : sql`c.is_complete = ${isComplete}`,
    hasProof === undefined ? undefined : sql`c.has_proof = ${hasProof}`,
    flag === '' ? undefined : sql`${sql.lit(flag)} = any(c.flags)`,
    filter.isPublic ? isPublic : undefined,
    await searchCondition(db, filter),
  ].filter((condition) => condition !== undefined);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
};

interface QueueRange {
  limit: number;
  offset: number;
}

/** The cases of a page, and their order, which must be repeated in a query that joins them. */
interface OrderedCases {
  cases: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

const orderedBy = (
  order: RawBuilder<unknown>,
  condition: RawBuilder<boolean>,
  { limit, offset }: QueueRange,
): OrderedCases => ({
  cases: sql`select * from cases c where ${condition} order by ${order} limit ${limit} offset ${offset}`,
  order,
});

/**
 * Cases about minors first, then cases whose clock is running, by deadline. The deadline of a counter-notice that ends soon counts like
 * that of a decision. Both kinds of deadline are read in index order and merged, so that a flood of cases is read only up to the page.
 */
const byUrgency = (condition: RawBuilder<boolean>, { limit, offset }: QueueRange): OrderedCases => {
  const order = sql`(c.kind <> 'minor'), c.is_waiting, c.deadline, c.id`;
  const cases = sql`
    select * from (
      (select c.*, c.due_at as deadline, c.paused_at is not null as is_waiting from cases c
        where c.status <> 'decided' and not ${hasEndingCounterNotice} and ${condition}
        order by (c.kind <> 'minor'), (c.paused_at is not null), c.due_at, c.id limit ${offset + limit})
      union all
      select c.*, least(${restoreBy}, case when c.status <> 'decided' and c.paused_at is null then c.due_at end), false
      from cases c where ${hasEndingCounterNotice} and ${condition}
    ) c order by ${order} limit ${limit} offset ${offset}`;
  return { cases, order };
};

const orderedCases = (status: QueueStatus | '', condition: RawBuilder<boolean>, page: QueueRange): OrderedCases => {
  if (status === '') return byUrgency(condition, page);
  if (status === 'decided') return orderedBy(sql`c.received_at desc, c.id desc`, condition, page);
  if (status === 'counter_notice') return orderedBy(sql`${restoreBy}, c.id`, condition, page);
  return orderedBy(sql`(c.kind <> 'minor'), (c.paused_at is not null), c.due_at, c.id`, condition, page);
};

/** Cases about the same post or by the same sender, shown as one row of the queue. */
interface Fold {
  by: 'post' | 'sender';
  cases: number;
  senders: number;
  minors: number;
  withProof: number;
  /** Notices that did not withhold all their posts, because the limit for automatic withholding was reached. */
  limited: number;
}

interface FoldedPage {
  /** Each row has the id of its most urgent case. */
  rows: { id: number; fold: Fold | null }[];
  rowCount: number;
  caseCount: number;
}

/** Smaller groups aren't folded: their cases get a row each. */
const minFoldedCases = 3;

type FoldedRow = { id: number; isPost: boolean; rowCount: number; caseCount: number } & Omit<Fold, 'by'>;

/**
 * Folds all open cases in one pass. Each case belongs to the larger of two groups, by its first post or by its sender: a flood is one
 * row, whether one sender reports many posts or many senders report one. `urgency` orders like the unfolded queue. It is an array with
 * the id at the end, so that its minimum also identifies the most urgent case.
 */
const foldedRows = (condition: RawBuilder<boolean>, { limit, offset }: QueueRange) => sql<FoldedRow>`
  with found as materialized (
    select c.id, c.sender, c.kind, c.has_proof, 'limit' = any(c.flags) as is_limited, p.video_id,
      case when ${hasEndingCounterNotice} then least(${restoreBy}, case when c.status <> 'decided' and c.paused_at is null then c.due_at end)
        else c.due_at end as deadline,
      c.paused_at is not null and not ${hasEndingCounterNotice} as is_waiting,
      c.status <> 'decided' as is_undecided
    from cases c left join lateral (
      select video_id from case_urls where case_id = c.id and video_id is not null order by position limit 1
    ) p on true
    where ${condition}
  ),
  posts as (
    select video_id, count(*) as count from found where is_undecided and video_id is not null group by video_id having count(*) >= ${minFoldedCases}
  ),
  senders as (
    select sender, count(*) as count from found where is_undecided and sender is not null group by sender having count(*) >= ${minFoldedCases}
  ),
  placed as (
    select f.*,
      f.is_undecided and coalesce(p.count, 0) > 0 and coalesce(p.count, 0) >= coalesce(s.count, 0) as is_post,
      f.is_undecided and coalesce(s.count, 0) > coalesce(p.count, 0) as is_sender
    from found f left join posts p using (video_id) left join senders s using (sender)
  ),
  -- Group by sender first: count(distinct sender) would sort everything.
  of_senders as (
    select is_post, case when is_post then video_id end as post, case when is_sender then sender end as flooder,
      case when not (is_post or is_sender) then id end as alone, sender,
      count(*) as cases, count(*) filter (where kind = 'minor') as minors, count(*) filter (where has_proof) as with_proof,
      count(*) filter (where is_limited) as limited,
      min(array[(kind <> 'minor')::int, is_waiting::int, extract(epoch from deadline), id]::float8[]) as urgency
    from placed group by 1, 2, 3, 4, 5
  ),
  folded as (
    select is_post, sum(cases)::int as cases, count(sender)::int as senders, sum(minors)::int as minors,
      sum(with_proof)::int as with_proof, sum(limited)::int as limited, min(urgency) as urgency
    from of_senders group by is_post, post, flooder, alone
  )
  select urgency[4]::bigint as id, is_post as "isPost", cases, senders, minors, with_proof as "withProof", limited,
    (count(*) over ())::int as "rowCount", (sum(cases) over ())::int as "caseCount"
  from folded order by urgency limit ${limit} offset ${offset}`;

const foldQueue = async (db: Db, condition: RawBuilder<boolean>, page: QueueRange): Promise<FoldedPage> => {
  const { rows } = await foldedRows(condition, page).execute(db);
  // The totals are columns of the rows, so a page beyond the last one reads the first row.
  if (rows.length === 0 && page.offset > 0)
    return { ...(await foldQueue(db, condition, { limit: 1, offset: 0 })), rows: [] };
  return {
    rows: rows.map(({ id, isPost, rowCount: _, caseCount: __, ...counts }) => ({
      id,
      // A group can end up with one case, when the sender's other cases are grouped by post.
      fold: counts.cases === 1 ? null : { by: isPost ? 'post' : 'sender', ...counts },
    })),
    rowCount: rows[0]?.rowCount ?? 0,
    caseCount: rows[0]?.caseCount ?? 0,
  };
};

export interface QueuedCase extends Case {
  /** When the reporter's data was erased. */
  erasedAt: Date | null;
  sender: string | null;
  hasProof: boolean;
  flags: CaseFlag[];
  /** Number of other cases by the same sender in the last day. */
  othersOfSender: number;
  /** Id of the first reported post. */
  videoId: number | null;
  /** Number of other undecided cases about that post. */
  othersOfPost: number;
  urlCount: number;
  undecidedCount: number;
  heldCount: number;
  /** Number of reported posts that are still public although notices of this kind usually withhold them at once. */
  publicCount: number;
  /** Number of removed pictures whose fingerprint is missing, so that they would not be recognised under another URL. */
  missingFingerprints: number;
  /** The title of the first reported post, or else its URL. */
  subject: string;
  /** Dates of the counter-notice that ends first. */
  restorableFrom: Date | null;
  restoreBy: Date | null;
}

type Row = Omit<QueuedCase, 'number' | 'othersOfSender' | 'othersOfPost'>;

const countBySender = async (db: Db, senders: readonly string[]): Promise<Map<string, number>> => {
  if (senders.length === 0) return new Map();
  const { rows } = await sql<{ sender: string; count: number }>`
    select sender, count(*) as count from cases
    where sender = any(${sql.val(senders)}::text[]) and received_at > now() - interval '1 day' group by sender`.execute(
    db,
  );
  return new Map(rows.map(({ sender, count }) => [sender, count]));
};

const countByPost = async (db: Db, videoIds: readonly number[]): Promise<Map<number, number>> => {
  if (videoIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; count: number }>`
    select u.video_id as id, count(distinct c.id)::int as count from case_urls u join cases c on c.id = u.case_id
    where u.video_id = any(${sql.val(videoIds)}::bigint[]) and c.status <> 'decided' group by u.video_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
};

/** Reads all columns of the queue for the cases that the subquery `page` selects, so that other cases cost nothing. */
export const selectCases = (page: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<Row>`
  select c.id, c.kind, c.status, c.received_at as "receivedAt", c.due_at as "dueAt", c.paused_at as "pausedAt",
    c.decided_at as "decidedAt", c.is_complete as "isComplete", c.reporter_name as "reporterName",
    c.reporter_email as "reporterEmail", c.erased_at as "erasedAt", c.sender, c.has_proof as "hasProof", c.flags, c.version, u.*, n.*,
    (select count(*)::int from video_holds h where h.case_id = c.id) as "heldCount",
    (select count(distinct v.id)::int ${publicUrls}) as "publicCount",
    ${countMissingOfCase(sql`c.id`)} as "missingFingerprints"
  from (${page}) c,
    lateral (select count(*)::int as "urlCount", (count(*) filter (where decision is null))::int as "undecidedCount",
      coalesce((array_agg(coalesce(nullif(title, ''), url) order by position))[1], '') as subject,
      (array_agg(video_id order by position) filter (where video_id is not null))[1] as "videoId"
      from case_urls where case_id = c.id) u,
    lateral (select min(n.restorable_from) as "restorableFrom", min(n.restore_by) as "restoreBy" from counter_notices n
      where n.case_id = c.id and ${clockRuns}) n
  order by ${order}`;

export const withOtherCounts = async (db: Db, rows: readonly Row[]): Promise<QueuedCase[]> => {
  const senders = [...new Set(rows.map(({ sender }) => sender).filter((sender) => sender !== null))];
  const videoIds = [...new Set(rows.map(({ videoId }) => videoId).filter((id) => id !== null))];
  const [bySender, byPost] = await Promise.all([countBySender(db, senders), countByPost(db, videoIds)]);
  return rows.map((row) => ({
    ...withNumber(row),
    othersOfSender: Math.max(0, (bySender.get(row.sender ?? '') ?? 0) - 1),
    othersOfPost: Math.max(0, (byPost.get(row.videoId ?? 0) ?? 0) - (row.status === 'decided' ? 0 : 1)),
  }));
};

/** A row of the queue: one case, or the most urgent case of a fold. */
type QueueRow = QueuedCase & { fold: Fold | null };

interface QueuePage {
  page: number;
  limit: number;
}

interface Queue {
  rows: QueueRow[];
  rowCount: number;
  caseCount: number;
}

const readRows = async (db: Db, cases: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  withOtherCounts(db, (await selectCases(cases, order).execute(db)).rows);

export const readQueue = async (db: Db, filter: QueueFilter, { page, limit }: QueuePage): Promise<Queue> => {
  const condition = await queueCondition(db, filter);
  const { rows: counted } = await sql<{
    total: number;
  }>`select count(*) as total from cases c where ${condition}`.execute(db);
  const { cases, order } = orderedCases(filter.status, condition, { limit, offset: (page - 1) * limit });
  const rows = (await readRows(db, cases, order)).map((row) => ({ ...row, fold: null }));
  const total = counted[0]?.total ?? 0;
  return { rows, rowCount: total, caseCount: total };
};

/** A page of the open cases with one row for all cases about the same post or by the same sender. */
export const readFoldedQueue = async (
  db: Db,
  filter: Omit<QueueFilter, 'status'>,
  { page, limit }: QueuePage,
): Promise<Queue> => {
  const condition = await queueCondition(db, { ...filter, status: '' });
  const folded = await foldQueue(db, condition, { limit, offset: (page - 1) * limit });
  const ids = folded.rows.map(({ id }) => id);
  const found = await readRows(
    db,
    sql`select * from cases where id = any(${sql.val(ids)}::bigint[])`,
    sql`array_position(${sql.val(ids)}::bigint[], c.id)`,
  );
  const folds = new Map(folded.rows.map(({ id, fold }) => [id, fold]));
  return { ...folded, rows: found.map((row) => ({ ...row, fold: folds.get(row.id) ?? null })) };
};

/** Only so many are looked at, so that a flood doesn't slow down every screen. */
const maxLookedAt = 5000;

/** Counts open cases whose posts are still public because there was no room to withhold them automatically, up to 5,000. */
export const countStillPublic = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select id, kind, status from cases where 'limit' = any(flags) and status <> 'decided' limit ${maxLookedAt}) c
    where ${isPublic}`.execute(db);
  return rows[0]?.count ?? 0;
};
