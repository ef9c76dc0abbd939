import { alphabeticalPlaces } from '../index/alphabetical-names.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { kindCode, termKinds } from '../index/term-kinds.ts';
import type { NameKind, NameTerm, Term } from '../index/terms.ts';
import type { Filter } from './filters.ts';
import { takeLargest } from './largest.ts';
import type { Matches } from './matching.ts';

/** Bounds the work: a tag may have a million videos. */
export const maxCountedVideos = 500;
const maxNames = 100;

export interface CountedName {
  slug: string;
  /** On how many of the videos it is. */
  count: number;
}

/** What the newest videos of a list have in common. */
export interface NewestVideos {
  /** The most frequent names, most frequent first, without the list's own. */
  tags: CountedName[];
  performers: CountedName[];
  /** How many of the videos have a category or a length. */
  countOf: (term: Term) => number;
  /** The id of the one with most views; of several with as many, the newest. */
  mostViewed: number | undefined;
}

/** For each term the number of videos that have it. All zeros between two uses: too large to allocate each time. */
let counts = new Uint16Array(0);
/** The terms that were counted. */
let counted = new Uint32Array(0);

/** Counts everything but words. Returns the ids of the terms that were counted. */
const countTerms = ({ columns, terms }: Catalogue, ordinals: Uint32Array): Uint32Array => {
  if (counts.length < terms.all.length) {
    counts = new Uint16Array(Math.ceil(terms.all.length * 1.15));
    counted = new Uint32Array(counts.length);
  }
  const { starts, lengths, links } = columns;
  const kinds = termKinds(terms);
  const word = kindCode('word');
  let different = 0;
  for (let video = 0; video < ordinals.length; video++) {
    const ordinal = ordinals[video] as number;
    const start = starts[ordinal] as number;
    const end = start + (lengths[ordinal] as number);
    for (let at = start; at < end; at++) {
      const id = links[at] as number;
      if (kinds[id] === word) continue;
      const before = counts[id] as number;
      counts[id] = before + 1;
      if (before === 0) counted[different++] = id;
    }
  }
  return counted.subarray(0, different);
};

const maxPlace = 2 ** 21;

/** Most frequent first, then alphabetically. Count and place are one number: numbers sort fastest. */
const mostFrequent = (
  { terms }: Catalogue,
  ids: Uint32Array,
  kind: NameKind,
  own: NameTerm | undefined,
): CountedName[] => {
  const places = alphabeticalPlaces(terms[kind]);
  const kinds = termKinds(terms);
  const code = kindCode(kind);
  const keys = new Float64Array(ids.length);
  let used = 0;
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] as number;
    const place = places[id] ?? 0;
    if (kinds[id] === code && place > 0 && id !== own?.id) keys[used++] = (counts[id] as number) * maxPlace - place;
  }
  const names = terms[kind].sorted as NameTerm[];
  return Array.from(takeLargest(keys.subarray(0, used), maxNames), (key) => {
    const count = Math.ceil(key / maxPlace);
    return { slug: (names[count * maxPlace - key - 1] as NameTerm).slug, count };
  });
};

const mostViewedOf = ({ columns: { views, ids } }: Catalogue, ordinals: Uint32Array): number | undefined => {
  let best = ordinals[0];
  for (let at = 1; at < ordinals.length; at++) {
    const ordinal = ordinals[at] as number;
    if ((views[ordinal] as number) >= (views[best as number] as number)) best = ordinal;
  }
  return best === undefined ? undefined : ids[best];
};

const describe = (catalogue: Catalogue, ordinals: Uint32Array, { tag, performer }: Filter): NewestVideos => {
  const { terms } = catalogue;
  const ids = countTerms(catalogue, ordinals);
  try {
    const others = new Map(
      [...terms.categories.values(), ...terms.durations.values()].map(({ id }) => [id, counts[id] as number]),
    );
    return {
      tags: mostFrequent(catalogue, ids, 'tag', terms.tag.bySlug.get(tag ?? '')),
      performers: mostFrequent(catalogue, ids, 'performer', terms.performer.bySlug.get(performer ?? '')),
      countOf: ({ id }) => others.get(id) ?? 0,
      mostViewed: mostViewedOf(catalogue, ordinals),
    };
  } finally {
    for (let at = 0; at < ids.length; at++) counts[ids[at] as number] = 0;
  }
};

/** Computed once until the catalogue changes: companions, facets and facts of a list all need it. */
export const describeNewest = (catalogue: Catalogue, matches: Matches, filter: Filter): NewestVideos =>
  catalogue.queryCache.value(
    `newest of ${matches.key}`,
    () => {
      const { all } = matches;
      return describe(catalogue, all.sliceUint32Array(Math.max(0, all.size - maxCountedVideos), all.size), filter);
    },
    ({ tags, performers }) => (tags.length + performers.length) * 40,
  );
