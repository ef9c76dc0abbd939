import { type Catalogue, termOf } from '../index/catalogue.ts';
import { termsAt } from '../index/columns.ts';
import type { NameKind, NameTerm } from '../index/terms.ts';
import type { Filter } from './filters.ts';
import { findMatches, type Matches } from './matching.ts';

/** Bounds the work: a tag may have a million videos. */
export const maxCountedVideos = 2_000;
const maxCompanions = 100;

interface Companion {
  term: NameTerm;
  count: number;
}

export interface Companions {
  tags: string[];
  performers: string[];
}

/** What the newest videos of a list have in common. */
interface NewestVideos extends Companions {
  /** The id of the one with most views. */
  mostViewed: number | undefined;
}

const newestOrdinals = ({ all }: Matches) => all.sliceUint32Array(Math.max(0, all.size - maxCountedVideos), all.size);

/** Counts the other names on these videos. */
const companionsOf = (catalogue: Catalogue, ordinals: Uint32Array, { tag, performer }: Filter): Companion[] => {
  const counts = new Uint16Array(catalogue.terms.all.length);
  const companions: NameTerm[] = [];
  for (const ordinal of ordinals) {
    for (const id of termsAt(catalogue.columns, ordinal)) {
      const before = counts[id] as number;
      counts[id] = before + 1;
      if (before > 0) continue;
      const term = termOf(catalogue, id);
      if (term.kind !== 'tag' && term.kind !== 'performer') continue;
      if (term.slug !== (term.kind === 'tag' ? tag : performer)) companions.push(term);
    }
  }
  return companions.map((term) => ({ term, count: counts[term.id] as number }));
};

const mostFrequent = (companions: Companion[], kind: NameKind): string[] =>
  companions
    .filter(({ term }) => term.kind === kind)
    .sort((a, b) => b.count - a.count || (a.term.slug < b.term.slug ? -1 : 1))
    .slice(0, maxCompanions)
    .map(({ term }) => term.slug);

/** Of several with as many views, the newest. */
const mostViewedOf = ({ columns }: Catalogue, ordinals: Uint32Array): number | undefined => {
  let best: number | undefined;
  for (const ordinal of ordinals)
    if (best === undefined || (columns.views[ordinal] as number) >= (columns.views[best] as number)) best = ordinal;
  return best === undefined ? undefined : columns.ids[best];
};

/** Computed once until the catalogue changes. */
export const describeNewest = (catalogue: Catalogue, matches: Matches, filter: Filter): NewestVideos =>
  catalogue.queryCache.value(`newest of ${matches.key}`, () => {
    const ordinals = newestOrdinals(matches);
    const companions = companionsOf(catalogue, ordinals, filter);
    return {
      tags: mostFrequent(companions, 'tag'),
      performers: mostFrequent(companions, 'performer'),
      mostViewed: mostViewedOf(catalogue, ordinals),
    };
  });

/** Slugs of the tags and performers that most often occur together with a name on its newest videos. */
const findCompanions = (catalogue: Catalogue, filter: Filter): Companions => {
  const matches = findMatches(catalogue, filter);
  if (!matches) return { tags: [], performers: [] };
  const { tags, performers } = describeNewest(catalogue, matches, filter);
  return { tags, performers };
};

export const tagCompanions = (catalogue: Catalogue, tag: string) => findCompanions(catalogue, { tag });
export const performerCompanions = (catalogue: Catalogue, performer: string) =>
  findCompanions(catalogue, { performer });
