import { sql } from 'kysely';
import { type CaseKind, caseKinds } from '#contract/values/cases.ts';
import type { Db } from '#db/database.ts';
import { withdrawnReason } from './reporter.ts';

export interface CaseFigures {
  received: number;
  /** Excludes withdrawn cases. */
  decided: number;
  /** Cases whose reporters withdrew them before a decision. */
  withdrawn: number;
  /** Median time from receiving a notice to its first decision; null if none has been decided. */
  medianSeconds: number | null;
  /** Number of URLs whose latest decision was to remove or to keep them. */
  removed: number;
  kept: number;
  objections: number;
  /** Objections whose next decision changed the previous one, or confirmed it. The others are still open. */
  objectionsUpheld: number;
  objectionsRejected: number;
}

interface Period {
  /** First and last day, both inclusive. */
  from: string;
  to: string;
  timeZone: string;
}

const none: CaseFigures = {
  received: 0,
  decided: 0,
  withdrawn: 0,
  medianSeconds: null,
  removed: 0,
  kept: 0,
  objections: 0,
  objectionsUpheld: 0,
  objectionsRejected: 0,
};

/** Outcomes of the cases received in a period: in total and by kind. */
export const readCaseFigures = async (db: Db, { from, to, timeZone }: Period) => {
  const { rows } = await sql<CaseFigures & { kind: CaseKind | null }>`
    with received as (
      select id, kind, received_at, decided_at from cases
      where received_at >= ${from}::date::timestamp at time zone ${timeZone}
        and received_at < (${to}::date + 1)::timestamp at time zone ${timeZone}
    ), urls as (
      select case_id, count(*) filter (where decision = 'remove') as removed,
             count(*) filter (where decision = 'keep' and not is_withdrawn) as kept, bool_or(is_withdrawn) as is_withdrawn
      from case_urls, lateral (
        select decision = 'keep' and decided_by is null and reason = ${withdrawnReason} as is_withdrawn
      ) as withdrawal
      where case_id in (select id from received) and found_by is null group by case_id
    ), ends as (
      select id, coalesce(is_withdrawn, false) as is_withdrawn, case when is_withdrawn then null else decided_at end as decided_at
      from received left join urls on urls.case_id = received.id
    ), objections as (
      select objection.case_id, count(*) as made, count(*) filter (where answer.is_changed) as upheld,
             count(*) filter (where not answer.is_changed) as rejected
      from case_entries as objection
      left join lateral (
        select exists (
                 select from jsonb_array_elements(decision.details -> 'before' -> 'urls') as before
                 where before ->> 'decision' <> decision.details ->> 'decision'
               ) as is_changed
        from case_entries as decision
        where decision.case_id = objection.case_id and decision.kind = 'decision' and decision.id > objection.id
          -- Restoring by a counter-notice doesn't answer an objection.
          and not coalesce(decision.details ? 'counterNotice', false)
        order by decision.id limit 1
      ) as answer on true
      where objection.kind = 'objection' and objection.case_id in (select id from received)
      group by objection.case_id
    )
    select kind, count(*)::int as received, count(ends.decided_at)::int as decided,
           (count(*) filter (where ends.is_withdrawn))::int as withdrawn,
           percentile_cont(0.5) within group (order by extract(epoch from ends.decided_at - received_at)::float8) as "medianSeconds",
           coalesce(sum(removed), 0)::int as removed, coalesce(sum(kept), 0)::int as kept,
           coalesce(sum(made), 0)::int as objections, coalesce(sum(upheld), 0)::int as "objectionsUpheld",
           coalesce(sum(rejected), 0)::int as "objectionsRejected"
    from received join ends using (id) left join urls on urls.case_id = received.id left join objections on objections.case_id = received.id
    group by grouping sets ((kind), ())`.execute(db);
  const figuresOf = (caseKind: CaseKind | null): CaseFigures => {
    const { kind, ...figures } = rows.find((row) => row.kind === caseKind) ?? { kind: caseKind, ...none };
    return figures;
  };
  return { total: figuresOf(null), kinds: caseKinds.map((kind) => ({ kind, ...figuresOf(kind) })) };
};
