import { sql } from 'kysely';
import type { CaseKind } from '#contract/values/cases.ts';

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
