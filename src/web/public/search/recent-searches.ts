import { fold } from '#contract/values/fold.ts';
import { browserStore } from '../../components/browser-store.ts';
import { historyEnabled } from '../favourites/stores.ts';

/** Newest first. They never leave the browser. */
const recentSearches = browserStore<string[]>('recent-searches', []);

const maxSearches = 8;
/** A text that somebody pasted by mistake would fill the storage. */
const maxLength = 200;

const without = (searches: string[], text: string) => searches.filter((other) => fold(other) !== fold(text));

/** Storage belongs to the browser: anything may be in it. */
const valid = (searches: unknown): string[] =>
  Array.isArray(searches) ? searches.filter((search) => typeof search === 'string').slice(0, maxSearches) : [];

export const useRecentSearches = () => valid(recentSearches.use());

let sent: string | undefined;

/** Remembers a search once its results are shown: one that leads to the hotlines loads another document, and is forgotten. */
export const rememberIfFound = (typed: string) => {
  sent = typed;
};

/** For when the visitor has arrived somewhere. Who keeps no history of videos wants none of searches either. */
export const rememberSearch = () => {
  const text = sent?.trim() ?? '';
  sent = undefined;
  if (text === '' || text.length > maxLength || !historyEnabled.read()) return;
  recentSearches.write([text, ...without(valid(recentSearches.read()), text)].slice(0, maxSearches));
};

export const forgetSearch = (text: string) => recentSearches.write(without(valid(recentSearches.read()), text));

export const forgetSearches = () => recentSearches.write([]);
