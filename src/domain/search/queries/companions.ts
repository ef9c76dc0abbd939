import { type Catalogue, termOf } from '../index/catalogue.ts';
import { termsAt } from '../index/columns.ts';
import type { NameKind, NameTerm } from '../index/terms.ts';

const maxCountedVideos = 2_000;
const maxCompanions = 100;

interface Companion {
  term: NameTerm;
  count: number;
}

/** Counts the other names on the newest videos that have this name. */
const companionsOf = (catalogue: Catalogue, name: NameTerm): Companion[] => {
  const { videos } = name;
  const counts = new Uint16Array(catalogue.terms.all.length);
  const companions: NameTerm[] = [];
  for (const ordinal of videos.sliceUint32Array(Math.max(0, videos.size - maxCountedVideos), videos.size)) {
    for (const id of termsAt(catalogue.columns, ordinal)) {
      const before = counts[id] as number;
      counts[id] = before + 1;
      if (before > 0) continue;
      const term = termOf(catalogue, id);
      if ((term.kind === 'tag' || term.kind === 'performer') && term !== name) companions.push(term);
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

export interface Companions {
  tags: string[];
  performers: string[];
}

/** Slugs of the tags and performers that most often occur together with a name on its newest videos. */
const findCompanions = (catalogue: Catalogue, kind: NameKind, slug: string): Companions =>
  catalogue.queryCache.value(`companions of ${kind} ${slug}`, () => {
    const name = catalogue.terms[kind].bySlug.get(slug);
    const companions = name ? companionsOf(catalogue, name) : [];
    return { tags: mostFrequent(companions, 'tag'), performers: mostFrequent(companions, 'performer') };
  });

export const tagCompanions = (catalogue: Catalogue, slug: string) => findCompanions(catalogue, 'tag', slug);
export const performerCompanions = (catalogue: Catalogue, slug: string) => findCompanions(catalogue, 'performer', slug);
