import { sql } from 'kysely';

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
