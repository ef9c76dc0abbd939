import type { StarRecord, StarSummary } from '#contract/performers.ts';
import { performerNameOf } from '#contract/values/names.ts';
import { adminClient } from '../session/admin-client.ts';
import { type RecordCalls, type WithId, withId } from './record.ts';

export type Performer = WithId<StarRecord>;
export type PerformerDraft = Pick<Performer, 'name' | 'image' | 'category' | 'description'>;

export const loadPerformers = async (query: { page: number; limit: number; search: string }) => {
  const { stars, pagination } = await adminClient.getStars({ query });
  return { performers: stars.map(withId), pagination };
};

export const performerCalls: RecordCalls<Performer, PerformerDraft> = {
  drafts: 'star',
  add: async (body) => withId((await adminClient.addStar({ body })).star),
  update: async ({ id, version }, draft) =>
    withId((await adminClient.updateStar({ params: { id }, body: { ...draft, version } })).star),
  remove: ({ id, version }) => adminClient.deleteStar({ params: { id }, body: { version } }),
  fromWire: (record: StarRecord) => withId(record),
  uniqueField: 'name',
};

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
