import type { Suggestion } from '#contract/search.ts';
import { suggestionLimits as max, titleSearch } from '#contract/values/lists.ts';
import { builtInTags, performerNameOf, type Spellings, slugOf, tagNameOf } from '#contract/values/names.ts';
import { fold } from '#contract/values/text.ts';
import { browserClient } from '../../browser-client.ts';
import { isApiError } from '../api-error.ts';
import { suggestionPerformers } from '../fallback-lists.ts';
import { performerHref, tagHref } from '../hrefs.ts';

/** Hyphens are spaces: a name is found by its words and by its slug. */
const comparable = (text: string) => fold(text).replaceAll('-', ' ').trim();

/** A tag or performer that the box suggests without a request. */
interface KnownName {
  suggestion: Suggestion;
  /** Its name and, where that has other words, its slug. */
  comparable: string[];
}

const knownName = (type: 'tag' | 'star', text: string, name: string): KnownName => ({
  suggestion: { type, text: name, slug: slugOf(text) },
  comparable: [...new Set([comparable(name), comparable(text)])],
});

export const knownTags = (tags: string[], spellings?: Spellings) =>
  tags.map((tag) => knownName('tag', tag.trim(), tagNameOf(tag.trim(), spellings)));

export const knownPerformers = (names: string[], spellings?: Spellings) =>
  names.map((name) => knownName('star', name.trim(), performerNameOf(name.trim(), spellings)));

/** Names that the search box suggests without a request. */
export interface Vocabulary {
  tags: KnownName[];
  performers: KnownName[];
}

const limit = 500;

/** An error response leaves its list empty; only a network failure falls back to the built-in names. */
const emptyOnErrorResponse = (error: unknown): KnownName[] => {
  if (isApiError(error)) return [];
  throw error;
};

const fetchVocabulary = async (): Promise<Vocabulary> => {
  try {
    const [tags, performers] = await Promise.all([
      browserClient
        .getTags({ query: { limit } })
        .then(({ tags, tagNames }) => knownTags(tags, tagNames), emptyOnErrorResponse),
      browserClient.getPornstars({ query: { limit, sort: 'count' } }).then(
        ({ pornstars, starNames }) =>
          knownPerformers(
            pornstars.map(({ name }) => name),
            starNames,
          ),
        emptyOnErrorResponse,
      ),
    ]);
    return { tags, performers };
  } catch (error) {
    console.error(error);
    return { tags: knownTags(builtInTags), performers: knownPerformers(suggestionPerformers) };
  }
};

let loaded: Promise<Vocabulary> | undefined;

/** Fetched once per visit and shared by all search boxes. */
export const loadVocabulary = () => {
  loaded ??= fetchVocabulary();
  return loaded;
};

/** What the server has suggested for a text, maybe for one that has been typed on since. */
export interface RemoteSuggestions {
  typed: string;
  suggestions: Suggestion[];
}

const ranks = { whole: 0, startsWord: 1, contains: 2, differs: 3 };

const rankOf = (texts: string[], wanted: string) => {
  if (texts.includes(wanted)) return ranks.whole;
  if (texts.some((text) => ` ${text}`.includes(` ${wanted}`))) return ranks.startsWord;
  return texts.some((text) => text.includes(wanted)) ? ranks.contains : ranks.differs;
};

/** In the best rank first; within a rank as listed, which is by popularity. */
const ranked = (names: KnownName[], wanted: string): Suggestion[] =>
  names
    .map((name) => ({ ...name, rank: rankOf(name.comparable, wanted) }))
    .filter(({ rank }) => rank !== ranks.differs)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, max.perKind)
    .map(({ suggestion }) => suggestion);

/** Loaded names are the most popular ones, so they come first. The server's answer is more complete: it has portraits. */
const merged = (wanted: string, own: Suggestion[], remote: Suggestion[]): Suggestion[] => {
  const bySlug = new Map([...own, ...remote].map((suggestion) => [suggestion.slug, suggestion]));
  return [...bySlug.values()]
    .map((suggestion) => ({
      suggestion,
      rank: rankOf([comparable(suggestion.text), comparable(suggestion.slug)], wanted),
    }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, max.perKind)
    .map(({ suggestion }) => suggestion);
};

/** Until the server has answered, what it said before stays as far as it still matches: the list would flicker. */
const stillMatching = (remote: RemoteSuggestions | undefined, typed: string, wanted: string): Suggestion[] => {
  if (!remote) return [];
  if (remote.typed === typed) return remote.suggestions;
  return remote.suggestions.filter(({ text }) => rankOf([comparable(text)], wanted) !== ranks.differs);
};

/** Names with a word that begins with the text come first, ignoring case and accents: tags, performers, then videos. */
export const suggestionsFor = (
  typed: string,
  { tags, performers }: Vocabulary,
  answered?: RemoteSuggestions,
): Suggestion[] => {
  const wanted = comparable(typed);
  if (wanted === '') return [];
  const remote = stillMatching(answered, typed, wanted);
  const remoteOf = (type: Suggestion['type']) => remote.filter((suggestion) => suggestion.type === type);
  // Empty where the server knows of none: the placeholder is shown.
  const withPortraits = remoteOf('star').map((star) => ({ imageUrl: '', ...star }));
  return [
    ...merged(wanted, ranked(tags, wanted), remoteOf('tag')),
    ...merged(wanted, ranked(performers, wanted), withPortraits),
    ...remoteOf('video'),
    // The last place is that of the search itself.
  ].slice(0, max.total - 1);
};

export const hrefOf = ({ type, slug }: Suggestion) => {
  if (type === 'video') return `/video/${slug}`;
  return type === 'tag' ? tagHref(slug) : performerHref(slug);
};

/** The name of a tag or performer is searched as typed; other text is searched in titles. */
export const searchTextOf = (typed: string, { tags, performers }: Vocabulary) => {
  const text = typed.trim();
  const wanted = comparable(text);
  const isName = [...tags, ...performers].some((name) => name.comparable.includes(wanted));
  return isName || text === '' ? text : titleSearch(text);
};
