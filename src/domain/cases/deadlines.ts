import { sql } from 'kysely';
import type { CaseKind } from '#contract/values/cases.ts';
import { dayMs } from '#domain/day.ts';

const hour = 3_600_000;
const day = 24 * hour;

/**
 * How long a decision may take. The law gives 48 hours for intimate images; what may show a minor comes before everything else. Copyright
 * and personal data are to be handled without delay: the law names no hours.
 */
const timeToDecide: Record<CaseKind, number> = {
  minor: day,
  intimate_image: 2 * day,
  copyright: 3 * day,
  personal_data: 7 * day,
  other: 7 * day,
  dead_link: 14 * day,
};

/** The reporter has waited once already. */
const timeAfterObjection: Record<CaseKind, number> = { ...timeToDecide, dead_link: 7 * day };

export const dueAt = (kind: CaseKind, receivedAt: Date): Date => new Date(receivedAt.getTime() + timeToDecide[kind]);

export const dueAfterObjection = (kind: CaseKind, objectedAt: Date): Date =>
  new Date(objectedAt.getTime() + timeAfterObjection[kind]);

/** The law gives 48 hours for intimate images however long the reporter takes to answer, and what may show a minor cannot wait. */
const neverPaused: readonly CaseKind[] = ['intimate_image', 'minor'];

export const pausesWhileAsked = (kind: CaseKind) => !neverPaused.includes(kind);

/** For an update of `cases` when the reporter has answered: the clock goes on, as late as it stood still. */
export const resumedClock = {
  due_at: sql<Date>`due_at + coalesce(now() - paused_at, interval '0')`,
  paused_at: null,
};

/** Whether a row of `cases` should have been decided. */
export const isOverdue = sql<boolean>`(status <> 'decided' and paused_at is null and due_at <= now())`;

const sunday = 0;
const saturday = 6;

const isBusinessDay = (date: Date) => date.getUTCDay() !== sunday && date.getUTCDay() !== saturday;

/** Monday to Friday, in UTC. Public holidays differ from place to place and are not known. */
export const addBusinessDays = (start: Date, days: number): Date => {
  let date = start;
  for (let left = days; left > 0; ) {
    date = new Date(date.getTime() + dayMs);
    if (isBusinessDay(date)) left -= 1;
  }
  return date;
};

/**
 * The condition on `counter_notices n` whose clock runs. One about nothing that is still removed has nothing to restore: an admin has
 * kept it meanwhile.
 */
export const clockRuns = sql<boolean>`(n.stopped_at is null and n.restored_at is null
  and exists (select from case_urls u where u.id = any(n.url_ids) and u.decision = 'remove'))`;

/** So long before its end, a counter-notice is among what is to be decided: a weekend fits in. */
const soon = sql`interval '3 days'`;

export const endsSoon = sql<boolean>`(${clockRuns} and n.restore_by <= now() + ${soon})`;

export const hasEnded = sql<boolean>`(${clockRuns} and n.restore_by <= now())`;

/** When what the first running counter-notice of `cases c` is about must be restored. */
export const restoreBy = sql<Date>`(select min(n.restore_by) from counter_notices n where n.case_id = c.id and ${clockRuns})`;

/** Cases with such counter-notices. An array that is computed once: it is small, because admins enter them by hand. */
const casesWith = (condition: typeof clockRuns) =>
  sql<boolean>`c.id = any(array(select n.case_id from counter_notices n where ${condition}))`;

export const hasCounterNotice = casesWith(clockRuns);
export const hasEndingCounterNotice = casesWith(endsSoon);
export const hasOverdueCounterNotice = casesWith(hasEnded);
