import { minIndexedVideos } from '#contract/values/lists.ts';
import { titleSlugOf } from '#contract/values/names.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { takeLargest } from '../index/sorting.ts';
import { alphabeticalPlaces, kindCode, type NameKind, type NameTerm, type Term, termKinds } from '../index/terms.ts';
import { type Filter, findMatches, type Matches } from './matching.ts';

/** Bounds the work: a tag may have a million videos. */
export const maxCountedVideos = 500;
const maxListedNames = 100;

export interface CountedName {
  slug: string;
  /** Number of videos with this name. */
  count: number;
}

/** What the newest videos of a list have in common. */
interface NewestVideos {
  /** Most frequent first, without the list's own tag. */
  tags: CountedName[];
  performers: CountedName[];
  /** How many of the videos have a category or duration. */
  countOf: (term: Term) => number;
  /** Id of the most viewed video, or the newest of several. */
  mostViewed: number | undefined;
}

/** Number of videos by term id. Reused, because it is too large to allocate each time. All zeros between calls. */
let counts = new Uint16Array(0);
/** Ids of the counted terms. */
let counted = new Uint32Array(0);

/** Counts all terms except words. Returns the ids of the counted terms. */
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

/** Most frequent first, then alphabetically. Packs count and position into one number, because numbers sort fastest. */
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
  return Array.from(takeLargest(keys.subarray(0, used), maxListedNames), (key) => {
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

/** Cached, because companions, facets and facts of a list all need it. */
export const describeNewest = (catalogue: Catalogue, matches: Matches, filter: Filter): NewestVideos =>
  catalogue.queryCache.value(
    `newest of ${matches.key}`,
    () => {
      const { all } = matches;
      return describe(catalogue, all.sliceUint32Array(Math.max(0, all.size - maxCountedVideos), all.size), filter);
    },
    ({ tags, performers }) => (tags.length + performers.length) * 40,
  );

export interface Companions {
  tags: string[];
  performers: string[];
}

/** Slugs of the tags and performers that occur most often on the newest videos of a name. */
export const findCompanions = (catalogue: Catalogue, filter: Pick<Filter, 'tag' | 'performer'>): Companions => {
  const matches = findMatches(catalogue, filter);
  if (!matches) return { tags: [], performers: [] };
  const { tags, performers } = describeNewest(catalogue, matches, filter);
  return { tags: tags.map(({ slug }) => slug), performers: performers.map(({ slug }) => slug) };
};

/** Facts for the text above a list of videos. */
export interface ListFacts {
  total: number;
  /** Id of the newest video. */
  newest: number;
  /** Id of the most viewed one of the newest `maxCountedVideos`. */
  mostViewed: number;
  /** Whether the list has more than `maxCountedVideos`. */
  isSampled: boolean;
  /** Slugs of the most frequent names, without the list's own. */
  tags: string[];
  performers: string[];
  /** For a search: slug of the tag with exactly these videos, if search engines may index its page. */
  sameAsTag: string | undefined;
}

const maxNamesInFacts = 5;
const firstSlugs = (names: CountedName[]) => names.slice(0, maxNamesInFacts).map(({ slug }) => slug);

/**
 * A search finds all videos of a tag with that name, so if the counts are equal, the lists are the same. Small lists
 * are noindex, and a noindex page cannot be canonical.
 */
const tagWithSameVideos = ({ terms }: Catalogue, { all }: Matches, search: string | undefined) => {
  const tag = search === undefined ? undefined : terms.tag.bySlug.get(titleSlugOf(search));
  return tag?.videos.size === all.size && all.size >= minIndexedVideos ? tag.slug : undefined;
};

/** Undefined for a list without videos. */
export const listFacts = (catalogue: Catalogue, filter: Filter): ListFacts | undefined => {
  const matches = findMatches(catalogue, filter);
  if (!matches || matches.all.isEmpty) return undefined;
  const { tags, performers, mostViewed } = describeNewest(catalogue, matches, filter);
  const newest = catalogue.columns.ids[matches.all.maximum()] as number;
  return {
    total: matches.all.size,
    newest,
    mostViewed: mostViewed ?? newest,
    isSampled: matches.all.size > maxCountedVideos,
    tags: firstSlugs(tags),
    performers: firstSlugs(performers),
    sameAsTag: tagWithSameVideos(catalogue, matches, filter.search),
  };
};
