import { useDebouncedFetch } from '../../../components/use-debounced-fetch.ts';
import { editableNames, type NamedKind } from '../records/editable-names.ts';
import { adminClient } from '../session/admin-client.ts';

const maxSuggestions = 10;
const debounceMs = 150;

const namesLike = async (kind: NamedKind, search: string, limit: number) => {
  if (kind === 'tag') {
    const { tags, tagNames } = await adminClient.getTags({ query: { search, limit } });
    return editableNames(tags, tagNames);
  }
  const { pornstars, starNames } = await adminClient.getPornstars({ query: { search, limit, sort: 'count' } });
  return editableNames(
    pornstars.map(({ name }) => name),
    starNames,
  );
};

/** Existing names that match the text, without those already chosen. */
export const useNameSuggestions = (kind: NamedKind, text: string, chosen: string[]) => {
  const search = text.trim();
  // Chosen names are filtered out below, so request that many more.
  const limit = maxSuggestions + chosen.length;
  const found = useDebouncedFetch(search && `${search} ${limit}`, debounceMs, () => namesLike(kind, search, limit));
  return (found?.result ?? []).filter((name) => !chosen.includes(name)).slice(0, maxSuggestions);
};
