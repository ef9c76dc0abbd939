import { sql } from 'kysely';
import type { LinkState } from '#contract/values/link-health.ts';

/** How many links are in these states, of the rows of link_counts that a query reads. */
export const linksIn = (...states: LinkState[]) =>
  sql<number>`coalesce(sum(links) filter (where state = any(${sql.val(states)}::text[])), 0)::integer`;
