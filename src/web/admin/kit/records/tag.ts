import type { TagSummary } from '#contract/tags.ts';
import { adminClient } from '../session/admin-client.ts';

export interface Tag extends Omit<TagSummary, '_id'> {
  slug: string;
}

interface TagQuery {
  page: number;
  limit: number;
  sort: 'count' | 'name';
  search: string;
  use?: 'used' | 'unused';
}

export const loadTags = async (query: TagQuery) => {
  const { summaries = [], pagination } = await adminClient.getTags({ query });
  return { tags: summaries.map(({ _id, ...rest }): Tag => ({ ...rest, slug: _id })), pagination };
};
