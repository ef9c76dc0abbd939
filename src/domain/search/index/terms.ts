import { RoaringBitmap32 } from 'roaring-wasm';
import type { Duration } from '#contract/values/lists.ts';
import { asciiSlugOf, isNameSlug, performerNameOf, slugOf, tagNameOf } from '#contract/values/names.ts';
import { fold } from '#contract/values/text.ts';
import { createNearWords, insertionPoint, type NearWords } from './vocabulary.ts';
import { wordsOf } from './words.ts';

export type NameKind = 'tag' | 'performer';

interface Posting {
  /** Identifies the term in the forward index. */
  id: number;
  /** Ordinals of its videos. */
  videos: RoaringBitmap32;
}

/** A word of titles, or of names of tags and performers. `videos` only contains those with the word in their title. */
export interface WordTerm extends Posting {
  kind: 'word';
  word: string;
  /** Tags and performers with the word in their name. Undefined for most words, to save memory. */
  names: Set<NameTerm> | undefined;
  /** The videos with the word in another searched text than the title. Undefined for most words, to save memory. */
  text: TextTerm | undefined;
}

/** A word of searched texts other than the title. */
export interface TextTerm extends Posting {
  kind: 'text';
  word: string;
}

/** An alternative name of a tag or performer. Searches and URLs with it lead to that tag or performer. */
export interface NameAlias {
  slug: string;
  name: string;
}

export interface NameTerm extends Posting {
  kind: NameKind;
  key: number;
  slug: string;
  name: string;
  aliases: readonly NameAlias[];
  /** Name, slug and aliases in the form that suggestions search, joined by the separator. */
  folded: string;
}

interface CategoryTerm extends Posting {
  kind: 'category';
  category: string;
}

/** A bucket of lengths. */
interface DurationTerm extends Posting {
  kind: 'duration';
  duration: Duration;
}

/** The videos whose title has this many distinct words. */
interface TitleLengthTerm extends Posting {
  kind: 'titleLength';
  length: number;
}

/**
 * Filters of the back-office: `host:example.com` (of the link), `mirror:example.com` (of further links), `partner:12`,
 * `by:3` (the admin), `without:link`, `records:15` (the parts that are filled in, as bits).
 */
export type Trait = `${'host' | 'mirror' | 'partner' | 'by' | 'without' | 'records'}:${string}`;

interface TraitTerm extends Posting {
  kind: 'trait';
  trait: Trait;
}

export type Term = WordTerm | TextTerm | NameTerm | CategoryTerm | DurationTerm | TitleLengthTerm | TraitTerm;

interface Names {
  byKey: Map<number, NameTerm>;
  bySlug: Map<string, NameTerm>;
  /** By the slugs of aliases. */
  byAlias: Map<string, NameTerm>;
  /** By slugs of other slug rules: 'caf' for 'Café', or 'cafe' for a name stored as 'caf'. */
  byOtherRule: Map<string, Set<NameTerm>>;
  /** Display names that cannot be derived from the slug, by slug. */
  spellings: Map<string, string>;
  /** By all words of the name. */
  byWords: Map<string, Set<NameTerm>>;
  /** By slug. Computed on first use. */
  sorted: NameTerm[] | undefined;
}

/** All terms that videos are indexed by. */
export interface Terms {
  all: Term[];
  words: Map<string, WordTerm>;
  /** In alphabetical order, for prefix searches. Undefined until the vocabulary is complete. */
  sorted: WordTerm[] | undefined;
  nearWords: NearWords<WordTerm>;
  tag: Names;
  performer: Names;
  categories: Map<string, CategoryTerm>;
  durations: Map<Duration, DurationTerm>;
  titleLengths: Map<number, TitleLengthTerm>;
  traits: Map<Trait, TraitTerm>;
}

/** Never part of a name: PostgreSQL text cannot contain it. */
export const separator = '\0';

const newNames = (): Names => ({
  byKey: new Map(),
  bySlug: new Map(),
  byAlias: new Map(),
  byOtherRule: new Map(),
  spellings: new Map(),
  byWords: new Map(),
  sorted: undefined,
});

export const newTerms = (): Terms => ({
  all: [],
  words: new Map(),
  sorted: undefined,
  nearWords: createNearWords(),
  tag: newNames(),
  performer: newNames(),
  categories: new Map(),
  durations: new Map(),
  titleLengths: new Map(),
  traits: new Map(),
});

const posting = (terms: Terms): Posting => ({ id: terms.all.length, videos: new RoaringBitmap32() });

export const wordTerm = (terms: Terms, word: string): WordTerm => {
  const known = terms.words.get(word);
  if (known) return known;
  const term: WordTerm = { ...posting(terms), kind: 'word', word, names: undefined, text: undefined };
  terms.all.push(term);
  terms.words.set(word, term);
  terms.nearWords.add(term);
  terms.sorted?.splice(insertionPoint(terms.sorted, word), 0, term);
  return term;
};

export const textTerm = (terms: Terms, word: string): TextTerm => {
  const ofTitles = wordTerm(terms, word);
  if (ofTitles.text) return ofTitles.text;
  const term: TextTerm = { ...posting(terms), kind: 'text', word };
  terms.all.push(term);
  ofTitles.text = term;
  return term;
};

const add = <Key, Added extends Term>(terms: Terms, byKey: Map<Key, Added>, key: Key, term: Added): Added => {
  terms.all.push(term);
  byKey.set(key, term);
  return term;
};

export const categoryTerm = (terms: Terms, category: string): CategoryTerm =>
  terms.categories.get(category) ??
  add(terms, terms.categories, category, { ...posting(terms), kind: 'category', category });

export const durationTerm = (terms: Terms, duration: Duration): DurationTerm =>
  terms.durations.get(duration) ??
  add(terms, terms.durations, duration, { ...posting(terms), kind: 'duration', duration });

export const titleLengthTerm = (terms: Terms, length: number): TitleLengthTerm =>
  terms.titleLengths.get(length) ??
  add(terms, terms.titleLengths, length, { ...posting(terms), kind: 'titleLength', length });

export const traitTerm = (terms: Terms, trait: Trait): TraitTerm =>
  terms.traits.get(trait) ?? add(terms, terms.traits, trait, { ...posting(terms), kind: 'trait', trait });

const wholeName = (name: string) => wordsOf(name).join(' ');

const slugsByOtherRules = ({ name, slug }: NameTerm) =>
  new Set([slugOf(name), asciiSlugOf(name)].filter((alias) => alias !== slug && isNameSlug(alias)));

/** The distinct words of its name and aliases. */
export const wordsOfName = ({ name, aliases }: NameTerm): string[] => {
  const words = wordsOf(name);
  return aliases.length === 0 ? words : [...new Set([...words, ...aliases.flatMap((alias) => wordsOf(alias.name))])];
};

const wholeNames = ({ name, aliases }: NameTerm) =>
  new Set([wholeName(name), ...aliases.map((alias) => wholeName(alias.name))]);

const addTo = (names: Map<string, Set<NameTerm>>, key: string, term: NameTerm) =>
  names.set(key, (names.get(key) ?? new Set()).add(term));

const removeFrom = (names: Map<string, Set<NameTerm>>, key: string, term: NameTerm) => {
  const sameKey = names.get(key);
  sameKey?.delete(term);
  if (sameKey?.size === 0) names.delete(key);
};

const unlinkName = (terms: Terms, term: NameTerm) => {
  const names = terms[term.kind];
  names.sorted = undefined;
  // The same change may have given the slug to another name.
  if (names.bySlug.get(term.slug) === term) {
    names.bySlug.delete(term.slug);
    names.spellings.delete(term.slug);
  }
  for (const whole of wholeNames(term)) removeFrom(names.byWords, whole, term);
  for (const { slug } of term.aliases) if (names.byAlias.get(slug) === term) names.byAlias.delete(slug);
  for (const slug of slugsByOtherRules(term)) removeFrom(names.byOtherRule, slug, term);
  for (const word of wordsOfName(term)) terms.words.get(word)?.names?.delete(term);
};

const setSpelling = (names: Names, kind: NameKind, { slug, name }: { slug: string; name: string }) => {
  const followsFromSlug = name === slug || name === (kind === 'tag' ? tagNameOf : performerNameOf)(slug);
  if (followsFromSlug) names.spellings.delete(slug);
  else names.spellings.set(slug, name);
};

/** Shared by the many names without aliases, to save memory. */
const noAliases: readonly NameAlias[] = [];

interface NameRow {
  key: number;
  slug: string;
  name: string;
  aliases?: readonly NameAlias[] | undefined;
}

/** A tag or performer whose name is set later. */
export const addUnnamedTerm = (terms: Terms, kind: NameKind, key: number): NameTerm => {
  const term: NameTerm = { ...posting(terms), kind, key, slug: '', name: '', aliases: noAliases, folded: '' };
  terms.all.push(term);
  return term;
};

/** Adds a tag or performer, or updates the slug and name of a known one. */
export const putName = (terms: Terms, kind: NameKind, row: NameRow): NameTerm => {
  const names = terms[kind];
  const known = names.byKey.get(row.key);
  if (known) unlinkName(terms, known);
  const term = known ?? addUnnamedTerm(terms, kind, row.key);
  names.byKey.set(row.key, term);
  names.sorted = undefined;
  term.slug = row.slug;
  term.name = row.name;
  term.aliases = row.aliases?.length ? row.aliases : noAliases;
  term.folded = [row, ...term.aliases].flatMap(({ name, slug }) => [fold(name), slug]).join(separator);
  names.bySlug.set(row.slug, term);
  setSpelling(names, kind, row);
  for (const whole of wholeNames(term)) addTo(names.byWords, whole, term);
  for (const { slug } of term.aliases) names.byAlias.set(slug, term);
  for (const slug of slugsByOtherRules(term)) addTo(names.byOtherRule, slug, term);
  for (const word of wordsOfName(term)) {
    const wordOfName = wordTerm(terms, word);
    wordOfName.names = (wordOfName.names ?? new Set()).add(term);
  }
  return term;
};

/** Removes a name. Its videos need no update here, because the change log lists them too. */
export const dropName = (terms: Terms, kind: NameKind, key: number): void => {
  const term = terms[kind].byKey.get(key);
  if (!term) return;
  unlinkName(terms, term);
  terms[kind].byKey.delete(key);
};

/** Finds a tag or performer by slug or alias, or by the slug of another slug rule if that is unambiguous. */
export const findNameTerm = ({ bySlug, byAlias, byOtherRule }: Names, slug: string): NameTerm | undefined => {
  const others = byOtherRule.get(slug);
  return bySlug.get(slug) ?? byAlias.get(slug) ?? (others?.size === 1 ? [...others][0] : undefined);
};

const codes: Record<Term['kind'], number> = {
  word: 0,
  tag: 1,
  performer: 2,
  category: 3,
  duration: 4,
  titleLength: 5,
  trait: 6,
  text: 7,
};

export const kindCode = (kind: Term['kind']): number => codes[kind];

interface KnownKinds {
  kinds: Uint8Array;
  known: number;
}

const kindsByTerms = new WeakMap<Terms, KnownKinds>();

/** The kind code of each term by term id. Scanning this array avoids a cache miss per term object. */
export const termKinds = (terms: Terms): Uint8Array => {
  const { all } = terms;
  let { kinds, known } = kindsByTerms.get(terms) ?? { kinds: new Uint8Array(0), known: 0 };
  if (known === all.length) return kinds;
  if (kinds.length < all.length) {
    const larger = new Uint8Array(Math.ceil(all.length * 1.15));
    larger.set(kinds);
    kinds = larger;
  }
  // Terms are only ever added, and keep their kind.
  for (; known < all.length; known++) kinds[known] = codes[(all[known] as Term).kind];
  kindsByTerms.set(terms, { kinds, known });
  return kinds;
};

/** All names by slug. */
export const alphabetically = (names: Names): NameTerm[] => {
  names.sorted ??= [...names.bySlug.keys()].sort().map((slug) => names.bySlug.get(slug) as NameTerm);
  return names.sorted;
};

const placesByNames = new WeakMap<readonly NameTerm[], Uint32Array>();

/** The alphabetical position of each name by term id, from 1, because comparing numbers is faster than slugs. */
export const alphabeticalPlaces = (names: Names): Uint32Array => {
  const sorted = alphabetically(names);
  const known = placesByNames.get(sorted);
  if (known) return known;
  const places = new Uint32Array(1 + sorted.reduce((max, { id }) => Math.max(max, id), -1));
  for (const [at, { id }] of sorted.entries()) places[id] = at + 1;
  placesByNames.set(sorted, places);
  return places;
};
