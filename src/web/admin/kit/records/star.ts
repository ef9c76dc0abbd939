import type { StarRecord } from '#contract/stars.ts';
import { adminClient } from '../session/admin-client.ts';
import { type RecordCalls, type WithId, withId } from './record.ts';

export type Star = WithId<StarRecord>;
export type StarDraft = Pick<Star, 'name' | 'image' | 'category' | 'description'>;

export const loadStars = async (query: { page: number; limit: number; search: string }) => {
  const { stars, pagination } = await adminClient.getStars({ query });
  return { stars: stars.map(withId), pagination };
};

export const starCalls: RecordCalls<Star, StarDraft> = {
  add: async (body) => withId((await adminClient.addStar({ body })).star),
  update: async ({ id, version }, draft) =>
    withId((await adminClient.updateStar({ params: { id }, body: { ...draft, version } })).star),
  remove: ({ id, version }) => adminClient.deleteStar({ params: { id }, body: { version } }),
  fromWire: (record: StarRecord) => withId(record),
};
