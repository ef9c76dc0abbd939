import type { Suggestion } from '#contract/search.ts';
import { suggestionLimits as max } from '#contract/values/suggestions.ts';
import { titleSearch } from '#contract/values/title-search.ts';
import { performerHref, tagHref } from '../hrefs.ts';
import { comparable, type KnownName } from './known-names.ts';
import type { Vocabulary } from './vocabulary.ts';

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
