import type { Catalogue } from '../index/catalogue.ts';
import { withHost } from './post-ranges.ts';

const maxHosts = 200;
const prefix = 'host:';

/** The hosts that most links lead to, most frequent first. */
export const linkHosts = ({ terms, queryCache }: Catalogue): string[] =>
  queryCache.value('frequent hosts', () =>
    [...terms.traits.values()]
      .filter(({ trait, videos }) => trait.startsWith(prefix) && !videos.isEmpty)
      .sort((a, b) => b.videos.size - a.videos.size || (a.trait < b.trait ? -1 : 1))
      .slice(0, maxHosts)
      .map(({ trait }) => trait.slice(prefix.length)),
  );

/** How many videos have a link that leads to a host. */
export const countWithHost = (catalogue: Catalogue, host: string): number => withHost(catalogue, host).size;
