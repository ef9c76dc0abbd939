import { letterOf } from '#contract/values/names.ts';
import { fold } from '#contract/values/text.ts';
import type { Catalogue } from '../index/catalogue.ts';
import { takeLargest } from '../index/sorting.ts';
import { alphabetically, type NameKind, type NameTerm } from '../index/terms.ts';

type NameUse = 'used' | 'unused' | 'all';

export interface NamesQuery {
  search?: string;
  /** First letter of the slug. Empty or `all` for any letter. */
  letter?: string;
  sort: 'count' | 'name';
  page: number;
  limit: number;
  /** Default: `used`. Only admins see names without videos. */
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

const positionsPerCount = 2 ** 32;

/** Most used first, then alphabetically. Packs count and position into one number, because numbers sort fastest. */
const byUse = (catalogue: Catalogue, kind: NameKind): NameTerm[] =>
  catalogue.queryCache.value(`${kind}s by use`, () => {
    const names = alphabetically(catalogue.terms[kind]);
    const keys = Float64Array.from(
      names,
      (term, position) => term.videos.size * positionsPerCount + (positionsPerCount - 1 - position),
    );
    return Array.from(
      keys.sort().reverse(),
      (key) => names[positionsPerCount - 1 - (key % positionsPerCount)] as NameTerm,
    );
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

/** Distinct random slugs of used names, by a Fisher-Yates shuffle that stores only the swapped positions. */
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

export interface LetterCount {
  letter: string;
  count: number;
}

/** Keeps the list short in scripts with thousands of characters. */
const maxLetters = 500;

/** How many used names start with each letter. Only the most frequent letters, in alphabetical order. */
export const letterCounts = (catalogue: Catalogue, kind: NameKind): LetterCount[] =>
  catalogue.queryCache.value(`letters of ${kind}s`, () => {
    const counts = new Map<string, number>();
    for (const { slug } of usedNames(catalogue, kind)) {
      const letter = letterOf(slug);
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    return [...counts]
      .map(([letter, count]) => ({ letter, count }))
      .sort((one, other) => other.count - one.count)
      .slice(0, maxLetters)
      .sort((one, other) => one.letter.localeCompare(other.letter, 'en'));
  });

/** FNV-1a. */
const hashOf = (slug: string) => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < slug.length; at++) hash = Math.imul(hash ^ slug.charCodeAt(at), 0x01000193);
  return hash;
};

/** The finalizer of MurmurHash3. Similar slugs, and the same slug with another seed, end up far apart. */
const mix = (hash: number) => {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
};

const usedHashes = (catalogue: Catalogue, kind: NameKind): Int32Array =>
  catalogue.queryCache.value(
    `hashes of ${kind}s`,
    () => Int32Array.from(usedNames(catalogue, kind), ({ slug }) => hashOf(slug)),
    ({ byteLength }) => byteLength,
  );

const positionsPerHash = 2 ** 21;

/** Reused, because it is too large to allocate for each seed. */
let allKeys = new Float64Array(0);

/**
 * Pseudo-random slugs of used names, the same for the same seed. Uses rendezvous hashing: takes the highest hashes, so
 * a new name replaces at most one of them.
 */
export const seededNames = (catalogue: Catalogue, kind: NameKind, count: number, seed: number): string[] =>
  catalogue.queryCache.value(`${count} ${kind}s of seed ${seed}`, () => {
    const names = usedNames(catalogue, kind);
    const hashes = usedHashes(catalogue, kind);
    const seedHash = mix(Math.imul(seed, 0x9e3779b1));
    if (allKeys.length < hashes.length) allKeys = new Float64Array(hashes.length);
    const keys = allKeys.subarray(0, hashes.length);
    for (let at = 0; at < hashes.length; at++)
      keys[at] = mix((hashes[at] as number) ^ seedHash) * positionsPerHash + at;
    return Array.from(takeLargest(keys, count), (key) => (names[key % positionsPerHash] as NameTerm).slug);
  });
