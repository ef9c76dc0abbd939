import { sql } from 'kysely';
import type { CaseKind } from '#contract/values/cases.ts';
import { dayMs } from '#domain/day.ts';

/**
 * Time limits for decisions. The law gives 48 hours for intimate images; content that may show a minor comes before everything else.
 * Copyright and personal data must be handled without undue delay, but the law names no hours.
 */
const timeToDecide: Record<CaseKind, number> = {
  minor: dayMs,
  intimate_image: 2 * dayMs,
  copyright: 3 * dayMs,
  personal_data: 7 * dayMs,
  other: 7 * dayMs,
  dead_link: 14 * dayMs,
};

/** Dead links get less time than before, because the reporter has waited once already. */
const timeAfterObjection: Record<CaseKind, number> = { ...timeToDecide, dead_link: 7 * dayMs };

export const dueAt = (kind: CaseKind, receivedAt: Date): Date => new Date(receivedAt.getTime() + timeToDecide[kind]);

export const dueAfterObjection = (kind: CaseKind, objectedAt: Date): Date =>
  new Date(objectedAt.getTime() + timeAfterObjection[kind]);

/** The 48 hours for intimate images run even while we wait for the reporter's answer, and minors cannot wait. */
const neverPaused: readonly CaseKind[] = ['intimate_image', 'minor'];

export const pausesWhileAsked = (kind: CaseKind) => !neverPaused.includes(kind);

/** Update of `cases` when the reporter has answered: extends the deadline by the time it was paused. */
export const resumedClock = {
  due_at: sql<Date>`due_at + coalesce(now() - paused_at, interval '0')`,
  paused_at: null,
};

export const isOverdue = sql<boolean>`(status <> 'decided' and paused_at is null and due_at <= now())`;

const sunday = 0;
const saturday = 6;

const isBusinessDay = (date: Date) => date.getUTCDay() !== sunday && date.getUTCDay() !== saturday;

/** Business days are Monday to Friday, in UTC. Public holidays differ from place to place and are ignored. */
export const addBusinessDays = (start: Date, days: number): Date => {
  let date = start;
  for (let left = days; left > 0; ) {
    date = new Date(date.getTime() + dayMs);
    if (isBusinessDay(date)) left -= 1;
  }
  return date;
};

/** Condition on `counter_notices n`: not stopped or restored, and something is still removed. */
export const clockRuns = sql<boolean>`(n.stopped_at is null and n.restored_at is null
  and exists (select from case_urls u where u.id = any(n.url_ids) and u.decision = 'remove'))`;

/** A counter-notice joins the open cases three days before its deadline, so that a weekend fits in. */
export const endsSoon = sql<boolean>`(${clockRuns} and n.restore_by <= now() + interval '3 days')`;

export const hasEnded = sql<boolean>`(${clockRuns} and n.restore_by <= now())`;

/** The earliest deadline among the running counter-notices of `cases c`. */
export const restoreBy = sql<Date>`(select min(n.restore_by) from counter_notices n where n.case_id = c.id and ${clockRuns})`;

/** Condition on `cases c`. The array is computed once and small, because admins enter counter-notices by hand. */
const casesWith = (condition: typeof clockRuns) =>
  sql<boolean>`c.id = any(array(select n.case_id from counter_notices n where ${condition}))`;

export const hasCounterNotice = casesWith(clockRuns);
export const hasEndingCounterNotice = casesWith(endsSoon);
export const hasOverdueCounterNotice = casesWith(hasEnded);
