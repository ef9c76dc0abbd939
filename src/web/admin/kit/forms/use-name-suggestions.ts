import { useDebouncedFetch } from '../../../components/use-debounced-fetch.ts';
import { loadPerformerSummaries } from '../records/performer.ts';
import { adminClient } from '../session/admin-client.ts';

export type NamedKind = 'performer' | 'tag';

const maxSuggestions = 10;
const debounceMs = 150;

const namesLike = async (kind: NamedKind, search: string, limit: number) => {
  if (kind === 'tag') return (await adminClient.getTags({ query: { search, limit } })).tags;
  const { performers } = await loadPerformerSummaries({ search, limit, sort: 'count' });
  return performers.map(({ name }) => name);
};

/** Existing names that match the text, without those already chosen. */
export const useNameSuggestions = (kind: NamedKind, text: string, chosen: string[]) => {
  const search = text.trim();
  // Chosen names are filtered out below, so request that many more.
  const limit = maxSuggestions + chosen.length;
  const found = useDebouncedFetch(search && `${search} ${limit}`, debounceMs, () => namesLike(kind, search, limit));
  return (found?.result ?? []).filter((name) => !chosen.includes(name)).slice(0, maxSuggestions);
};
