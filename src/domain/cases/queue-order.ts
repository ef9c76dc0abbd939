import { type RawBuilder, sql } from 'kysely';
import type { QueueStatus } from '#contract/values/cases.ts';
import { hasEndingCounterNotice, restoreBy } from './counter-notice-clock.ts';

interface QueuePage {
  limit: number;
  offset: number;
}

/** The cases of a page, and their order, which must be given again to whatever is joined to them. */
interface OrderedCases {
  cases: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

const orderedBy = (
  order: RawBuilder<unknown>,
  condition: RawBuilder<boolean>,
  { limit, offset }: QueuePage,
): OrderedCases => ({
  cases: sql`select * from cases c where ${condition} order by ${order} limit ${limit} offset ${offset}`,
  order,
});

/**
 * What may show a minor first, then what has a running clock, by deadline. The deadline of a counter-notice that ends soon counts like
 * that of a decision. The cases of each are read in order and merged, so that a flood is read by its index, up to the page.
 */
const byUrgency = (condition: RawBuilder<boolean>, { limit, offset }: QueuePage): OrderedCases => {
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

/** What is decided, newest first; everything else by its deadline. */
export const orderedCases = (
  status: QueueStatus | '',
  condition: RawBuilder<boolean>,
  page: QueuePage,
): OrderedCases => {
  if (status === '') return byUrgency(condition, page);
  if (status === 'decided') return orderedBy(sql`c.received_at desc, c.id desc`, condition, page);
  if (status === 'counter_notice') return orderedBy(sql`${restoreBy}, c.id`, condition, page);
  return orderedBy(sql`(c.kind <> 'minor'), (c.paused_at is not null), c.due_at, c.id`, condition, page);
};
