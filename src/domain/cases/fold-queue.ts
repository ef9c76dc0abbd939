import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { hasEndingCounterNotice, restoreBy } from './counter-notice-clock.ts';

/** Cases about the same post, or of the same sender, that the queue shows as one row. */
export interface Fold {
  by: 'post' | 'sender';
  cases: number;
  senders: number;
  minors: number;
  withProof: number;
  /** Notices that would have hidden more than notices may by themselves. */
  limited: number;
}

export interface FoldedPage {
  /** Of each row, the most urgent case. */
  rows: { id: number; fold: Fold | null }[];
  rowCount: number;
  caseCount: number;
}

/** Fewer are rows of their own: an operator sees through them anyway. */
const leastCases = 3;

type Row = { id: number; isPost: boolean; rowCount: number; caseCount: number } & Omit<Fold, 'by'>;

/**
 * Everything that is to be decided in one pass. Each case belongs to the larger of its bundles, by its first post or its sender: a
 * flood is one row, whether one sender names many posts or many senders name one. `urgency` orders like the unfolded queue; an array,
 * because its minimum also names the case.
 */
const foldedRows = (condition: RawBuilder<boolean>, { limit, offset }: { limit: number; offset: number }) => sql<Row>`
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
    select video_id, count(*) as count from found where is_undecided and video_id is not null group by video_id having count(*) >= ${leastCases}
  ),
  senders as (
    select sender, count(*) as count from found where is_undecided and sender is not null group by sender having count(*) >= ${leastCases}
  ),
  placed as (
    select f.*,
      f.is_undecided and coalesce(p.count, 0) > 0 and coalesce(p.count, 0) >= coalesce(s.count, 0) as is_post,
      f.is_undecided and coalesce(s.count, 0) > coalesce(p.count, 0) as is_sender
    from found f left join posts p using (video_id) left join senders s using (sender)
  ),
  -- By sender first: counting distinct senders would sort everything.
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

export const foldQueue = async (
  db: Db,
  condition: RawBuilder<boolean>,
  page: { limit: number; offset: number },
): Promise<FoldedPage> => {
  const { rows } = await foldedRows(condition, page).execute(db);
  // Only a row says how many there are.
  if (rows.length === 0 && page.offset > 0)
    return { ...(await foldQueue(db, condition, { limit: 1, offset: 0 })), rows: [] };
  return {
    rows: rows.map(({ id, isPost, rowCount: _, caseCount: __, ...counts }) => ({
      id,
      // One that is left alone, because the others of its sender belong to posts, is a case like any other.
      fold: counts.cases === 1 ? null : { by: isPost ? 'post' : 'sender', ...counts },
    })),
    rowCount: rows[0]?.rowCount ?? 0,
    caseCount: rows[0]?.caseCount ?? 0,
  };
};
