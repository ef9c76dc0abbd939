import { useEffect, useState } from 'react';
import { adminClient } from '../session/admin-client.ts';

export type NamedKind = 'star' | 'tag';

const most = 10;
const pause = 150;

/** More than are shown are asked for, since those that the video has already are left out. */
const namesLike = async (kind: NamedKind, search: string, limit: number) => {
  if (kind === 'tag') return (await adminClient.getTags({ query: { search, limit } })).tags;
  const { pornstars } = await adminClient.getPornstars({ query: { search, limit, sort: 'count' } });
  return pornstars.map(({ name }) => name);
};

/** Names that exist already and match a text, whatever its case, without those that are on the video. */
export const useNameSuggestions = (kind: NamedKind, text: string, taken: string[]) => {
  const search = text.trim();
  const [found, setFound] = useState<string[]>([]);

  useEffect(() => {
    if (search === '') {
      setFound([]);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      namesLike(kind, search, most + taken.length).then(
        (names) => current && setFound(names),
        (error: unknown) => console.warn(error),
      );
    }, pause);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [kind, search, taken.length]);

  return found.filter((name) => !taken.includes(name)).slice(0, most);
};
