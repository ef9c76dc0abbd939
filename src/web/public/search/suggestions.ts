import type { Suggestion } from '#contract/search.ts';
import { suggestionLimits as max, titleSearch } from '#contract/values/lists.ts';
import { builtInTags, performerNameOf, type Spellings, slugOf, tagNameOf } from '#contract/values/names.ts';
import { fold } from '#contract/values/text.ts';
import { browserClient } from '../../browser-client.ts';
import { isApiError } from '../api-error.ts';
import { suggestionPerformers } from '../fallback-lists.ts';
import { performerHref, tagHref } from '../hrefs.ts';

/** Hyphens count as spaces, so that a name is found by its words and by its slug. */
const comparable = (text: string) => fold(text).replaceAll('-', ' ').trim();

interface KnownName {
  suggestion: Suggestion;
  /** The name and, if it differs, the slug, as `comparable` returns them. */
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

/** The server's latest suggestions. */
interface RemoteSuggestions {
  /** The text that they are for. The visitor may have typed more since. */
  typed: string;
  suggestions: Suggestion[];
}

const ranks = { whole: 0, startsWord: 1, contains: 2, differs: 3 };

const rankOf = (texts: string[], needle: string) => {
  if (texts.includes(needle)) return ranks.whole;
  if (texts.some((text) => ` ${text}`.includes(` ${needle}`))) return ranks.startsWord;
  return texts.some((text) => text.includes(needle)) ? ranks.contains : ranks.differs;
};

/** Matching names by rank and, within a rank, by popularity, which is the order of `names`. */
const ranked = (names: KnownName[], needle: string): Suggestion[] =>
  names
    .map((name) => ({ ...name, rank: rankOf(name.comparable, needle) }))
    .filter(({ rank }) => rank !== ranks.differs)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, max.perKind)
    .map(({ suggestion }) => suggestion);

/** Loaded names come first, because they are the most popular. Of duplicates, the server's wins: it has a portrait. */
const merged = (needle: string, local: Suggestion[], remote: Suggestion[]): Suggestion[] => {
  const bySlug = new Map([...local, ...remote].map((suggestion) => [suggestion.slug, suggestion]));
  return [...bySlug.values()]
    .map((suggestion) => ({
      suggestion,
      rank: rankOf([comparable(suggestion.text), comparable(suggestion.slug)], needle),
    }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, max.perKind)
    .map(({ suggestion }) => suggestion);
};

/** Until the next response, keeps the last suggestions that still match, so that the list doesn't flicker. */
const stillMatching = (remote: RemoteSuggestions | undefined, typed: string, needle: string): Suggestion[] => {
  if (!remote) return [];
  if (remote.typed === typed) return remote.suggestions;
  return remote.suggestions.filter(({ text }) => rankOf([comparable(text)], needle) !== ranks.differs);
};

/** Tags, then performers, then videos. Names with a word that begins with the text come first. */
export const suggestionsFor = (
  typed: string,
  { tags, performers }: Vocabulary,
  response?: RemoteSuggestions,
): Suggestion[] => {
  const needle = comparable(typed);
  if (needle === '') return [];
  const remote = stillMatching(response, typed, needle);
  const remoteOf = (type: Suggestion['type']) => remote.filter((suggestion) => suggestion.type === type);
  // An empty URL, for stars without a portrait, shows the placeholder.
  const withPortraits = remoteOf('star').map((star) => ({ imageUrl: '', ...star }));
  return [
    ...merged(needle, ranked(tags, needle), remoteOf('tag')),
    ...merged(needle, ranked(performers, needle), withPortraits),
    ...remoteOf('video'),
    // The last place is for the search itself.
  ].slice(0, max.total - 1);
};

export const suggestionHref = ({ type, slug }: Suggestion) => {
  if (type === 'video') return `/video/${slug}`;
  return type === 'tag' ? tagHref(slug) : performerHref(slug);
};

/** The name of a tag or performer is searched for as typed; other text is searched for in titles. */
export const searchTextOf = (typed: string, { tags, performers }: Vocabulary) => {
  const text = typed.trim();
  const needle = comparable(text);
  const isName = [...tags, ...performers].some((name) => name.comparable.includes(needle));
  return isName || text === '' ? text : titleSearch(text);
};
