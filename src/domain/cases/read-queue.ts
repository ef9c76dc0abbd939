import { type RawBuilder, sql } from 'kysely';
import type { CaseFlag } from '#contract/values/cases.ts';
import type { Db } from '#db/database.ts';
import { clockRuns } from './counter-notice-clock.ts';
import { type Fold, foldQueue } from './fold-queue.ts';
import { type Case, withNumber } from './lock-case.ts';
import { isPublic, publicUrls, type QueueFilter, queueCondition } from './queue-filter.ts';
import { orderedCases } from './queue-order.ts';

export interface QueuedCase extends Case {
  sender: string | null;
  hasProof: boolean;
  flags: CaseFlag[];
  /** How many other cases the same sender has sent in the last day. */
  othersOfSender: number;
  /** The first reported post, and how many other cases about it are to be decided. */
  videoId: number | null;
  othersOfPost: number;
  urlCount: number;
  undecidedCount: number;
  heldCount: number;
  /** Reported posts that visitors still see, though notices of this kind hide them as a rule. */
  publicCount: number;
  /** The title of the first reported post, or else the URL. */
  subject: string;
  /** Of the counter-notice that ends first. */
  restorableFrom: Date | null;
  restoreBy: Date | null;
}

type Row = Omit<QueuedCase, 'number' | 'othersOfSender' | 'othersOfPost'>;

/** Counted once for each sender on the page: a flood has few senders. */
const countOfSenders = async (db: Db, senders: readonly string[]): Promise<Map<string, number>> => {
  if (senders.length === 0) return new Map();
  const { rows } = await sql<{ sender: string; count: number }>`
    select sender, count(*) as count from cases
    where sender = any(${sql.val(senders)}::text[]) and received_at > now() - interval '1 day' group by sender`.execute(
    db,
  );
  return new Map(rows.map(({ sender, count }) => [sender, count]));
};

/** Undecided cases by post; a flood is about few of them. */
const countOfPosts = async (db: Db, videoIds: readonly number[]): Promise<Map<number, number>> => {
  if (videoIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; count: number }>`
    select u.video_id as id, count(distinct c.id)::int as count from case_urls u join cases c on c.id = u.case_id
    where u.video_id = any(${sql.val(videoIds)}::bigint[]) and c.status <> 'decided' group by u.video_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
};

/** The cases of a page are chosen before anything else about them is read. */
export const selectCases = (page: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<Row>`
  select c.id, c.kind, c.status, c.received_at as "receivedAt", c.due_at as "dueAt", c.paused_at as "pausedAt",
    c.decided_at as "decidedAt", c.is_complete as "isComplete", c.reporter_name as "reporterName",
    c.reporter_email as "reporterEmail", c.sender, c.has_proof as "hasProof", c.flags, c.version, u.*, n.*,
    (select count(*)::int from video_holds h where h.case_id = c.id) as "heldCount",
    (select count(distinct v.id)::int ${publicUrls}) as "publicCount"
  from (${page}) c,
    lateral (select count(*)::int as "urlCount", (count(*) filter (where decision is null))::int as "undecidedCount",
      coalesce((array_agg(coalesce(nullif(title, ''), url) order by position))[1], '') as subject,
      (array_agg(video_id order by position) filter (where video_id is not null))[1] as "videoId"
      from case_urls where case_id = c.id) u,
    lateral (select min(n.restorable_from) as "restorableFrom", min(n.restore_by) as "restoreBy" from counter_notices n
      where n.case_id = c.id and ${clockRuns}) n
  order by ${order}`;

export const withOthers = async (db: Db, rows: readonly Row[]): Promise<QueuedCase[]> => {
  const senders = [...new Set(rows.map(({ sender }) => sender).filter((sender) => sender !== null))];
  const videoIds = [...new Set(rows.map(({ videoId }) => videoId).filter((id) => id !== null))];
  const [bySender, byPost] = await Promise.all([countOfSenders(db, senders), countOfPosts(db, videoIds)]);
  return rows.map((row) => ({
    ...withNumber(row),
    othersOfSender: Math.max(0, (bySender.get(row.sender ?? '') ?? 0) - 1),
    othersOfPost: Math.max(0, (byPost.get(row.videoId ?? 0) ?? 0) - (row.status === 'decided' ? 0 : 1)),
  }));
};

/** A row of the queue: a case, or what is folded into one row with it. */
export type QueueRow = QueuedCase & { fold: Fold | null };

interface QueuePage {
  page: number;
  limit: number;
}

export interface Queue {
  rows: QueueRow[];
  rowCount: number;
  caseCount: number;
}

const readRows = async (db: Db, cases: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  withOthers(db, (await selectCases(cases, order).execute(db)).rows);

/** A page of the queue, with a row for each case. */
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

/** A page of what is to be decided, with one row for everything about the same post or of the same sender. */
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

/** Cases that would have hidden their posts, had others not used up what notices may hide by themselves. */
export const countStillPublic = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from cases c where 'limit' = any(c.flags) and c.status <> 'decided' and ${isPublic}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
};
