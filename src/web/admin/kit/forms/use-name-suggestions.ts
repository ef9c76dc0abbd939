import { useEffect, useState } from 'react';
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
  const [found, setFound] = useState<string[]>([]);

  useEffect(() => {
    if (search === '') {
      setFound([]);
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      // Chosen names are filtered out below, so request that many more.
      namesLike(kind, search, maxSuggestions + chosen.length).then(
        (names) => isCurrent && setFound(names),
        (error: unknown) => console.warn(error),
      );
    }, debounceMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [kind, search, chosen.length]);

  return found.filter((name) => !chosen.includes(name)).slice(0, maxSuggestions);
};
