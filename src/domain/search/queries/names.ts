import { fold } from '#contract/values/fold.ts';
import { alphabetically } from '../index/alphabetical-names.ts';
import type { Catalogue } from '../index/catalogue.ts';
import type { NameKind, NameTerm } from '../index/terms.ts';

type NameUse = 'used' | 'unused' | 'all';

export interface NamesQuery {
  search?: string;
  /** First letter of the slug. Empty or `all` means any letter. */
  letter?: string;
  sort: 'count' | 'name';
  page: number;
  limit: number;
  /** Names without videos are left out, unless wanted: only admins see them. */
  use?: NameUse;
}

export interface NameSummary {
  slug: string;
  name: string;
  /** Number of videos. */
  count: number;
  /** Publication time of its oldest and its newest video. */
  firstUsed: Date | null;
  lastUsed: Date | null;
}

const maxPosition = 2 ** 32;

/** Most used first, then alphabetically. Packs count and position into one number, because numbers sort fastest. */
const byUse = (catalogue: Catalogue, kind: NameKind): NameTerm[] =>
  catalogue.queryCache.value(`${kind}s by use`, () => {
    const names = alphabetically(catalogue.terms[kind]);
    const keys = Float64Array.from(
      names,
      (term, position) => term.videos.size * maxPosition + (maxPosition - 1 - position),
    );
    return Array.from(keys.sort().reverse(), (key) => names[maxPosition - 1 - (key % maxPosition)] as NameTerm);
  });

const hasUse = (term: NameTerm, use: NameUse) => use === 'all' || used(term) === (use === 'used');

const used = (term: NameTerm) => term.videos.size > 0;

export const usedNames = (catalogue: Catalogue, kind: NameKind): NameTerm[] =>
  catalogue.queryCache.value(`${kind}s in use`, () => alphabetically(catalogue.terms[kind]).filter(used));

const summaryOf = ({ columns }: Catalogue, { slug, name, videos }: NameTerm): NameSummary => {
  const publishedAt = (ordinal: number) => new Date(columns.publishedAt[ordinal] as number);
  return {
    slug,
    name,
    count: videos.size,
    firstUsed: videos.isEmpty ? null : publishedAt(videos.minimum()),
    lastUsed: videos.isEmpty ? null : publishedAt(videos.maximum()),
  };
};

export const listNames = (catalogue: Catalogue, kind: NameKind, query: NamesQuery) => {
  const text = fold(query.search ?? '').trim();
  const letter = (query.letter ?? '').toLowerCase();
  const { use = 'used' } = query;
  const sorted = query.sort === 'count' ? byUse(catalogue, kind) : alphabetically(catalogue.terms[kind]);
  const found = catalogue.queryCache.value(
    `${kind}s ${JSON.stringify([text, letter, query.sort, use])}`,
    () =>
      sorted.filter(
        (term) =>
          hasUse(term, use) &&
          (letter === '' || letter === 'all' || term.slug.startsWith(letter)) &&
          (text === '' || term.folded.includes(text)),
      ),
    (terms) => terms.length * 8,
  );
  const offset = (query.page - 1) * query.limit;
  const items = found.slice(offset, offset + query.limit).map((term) => summaryOf(catalogue, term));
  return { items, total: found.length };
};

/** Distinct random slugs of names in use: a Fisher-Yates shuffle that stores only the swapped positions. */
export const randomNames = (catalogue: Catalogue, kind: NameKind, count: number): string[] => {
  const names = usedNames(catalogue, kind);
  const swapped = new Map<number, number>();
  return Array.from({ length: Math.min(count, names.length) }, (_, at) => {
    const pick = at + Math.floor(Math.random() * (names.length - at));
    const picked = swapped.get(pick) ?? pick;
    swapped.set(pick, swapped.get(at) ?? at);
    return (names[picked] as NameTerm).slug;
  });
};

export const newestVideos = ({ terms, columns }: Catalogue, slugs: string[]): Map<string, number> => {
  const newest = new Map<string, number>();
  for (const slug of slugs) {
    const tag = terms.tag.bySlug.get(slug);
    if (tag && used(tag)) newest.set(slug, columns.ids[tag.videos.maximum()] as number);
  }
  return newest;
};
