import type { StarSummary } from '#contract/performers.ts';
import { performerNameOf } from '#contract/values/names.ts';
import { adminClient } from '../session/admin-client.ts';

/** A performer with the number of their videos. */
export interface PerformerSummary extends Omit<StarSummary, 'name'> {
  slug: string;
  name: string;
}

interface SummaryQuery {
  page?: number;
  limit: number;
  letter?: string;
  search: string;
  sort?: 'count' | 'name';
  use?: 'used' | 'unused';
}

export const loadPerformerSummaries = async (query: SummaryQuery) => {
  const { pornstars, starNames, pagination } = await adminClient.getPornstars({ query });
  const performers = pornstars.map(
    ({ name: slug, ...rest }): PerformerSummary => ({ ...rest, slug, name: performerNameOf(slug, starNames) }),
  );
  return { performers, pagination };
};
