import { hiddenIn, maxHidden, maxHideLength } from '#contract/values/lists.ts';
import { browserStore } from '../../components/browser-store.ts';
import type { CardVideo } from '../../components/video-card/card-video.ts';
import { cardsIn, textsByKeyIn, textsIn } from './stored-values.ts';

export const favourites = browserStore('favourites', cardsIn);
export const watchedVideos = browserStore('history', cardsIn);
/** Don't rename the key: visitors' browsers have stored it. */
export const historyEnabled = browserStore('history-kept', (stored) => stored !== false);
/**
 * Tags, performers as `performer:slug` and videos as `video:id`. The first-paint script reads them as well, and hides
 * elements with these words. Don't rename the key.
 */
export const hidden = browserStore('hidden-tags', textsIn);
/** Titles of hidden videos, to name them. */
export const hiddenTitles = browserStore('hidden-titles', textsByKeyIn);

/** Empty during hydration, to match the server's HTML. */
export const useWatchedIds = () => new Set(watchedVideos.use().map(({ id }) => id));

export const maxHistory = 100;

const without = (videos: CardVideo[], { id }: CardVideo) => videos.filter((video) => video.id !== id);

/** What a browser could not store, and why. */
export interface NotStored {
  what: 'save' | 'removal' | 'hiding' | 'historyChoice' | 'clearing';
  problem: 'full' | 'blocked';
}

/** storage-notice.tsx says it. */
export const notStoredEvent = 'not-stored';

const report = (detail: NotStored) => dispatchEvent(new CustomEvent(notStoredEvent, { detail }));

/** A video that there is no room for isn't shown as saved. Where nothing can be stored, it is kept for the visit. */
export const toggleFavourite = (video: CardVideo) => {
  const saved = favourites.read();
  const others = without(saved, video);
  const problem = favourites.write(others.length === saved.length ? [video, ...saved] : others);
  if (problem === undefined) return;
  if (problem === 'full') favourites.write(saved);
  report({ what: others.length === saved.length ? 'save' : 'removal', problem });
};

export const addToHistory = (video: CardVideo) => {
  if (historyEnabled.read()) watchedVideos.write([video, ...without(watchedVideos.read(), video)].slice(0, maxHistory));
};

/** What can't be stored holds all the same, but not for long. */
export const keepHistory = (isKept: boolean) => {
  const problem = historyEnabled.write(isKept);
  if (problem) report({ what: 'historyChoice', problem });
};

export const clearHistory = () => {
  const problem = watchedVideos.write([]);
  if (problem) report({ what: 'clearing', problem });
};

/** What can't be stored is hidden all the same, but not for long. */
const writeHidden = (words: string[]) => {
  const problem = hidden.write(words);
  if (problem) report({ what: 'hiding', problem });
};

export const hide = (word: string) => {
  if (!hidden.read().includes(word)) writeHidden([...hidden.read(), word]);
};

export const showAgain = (word: string) => writeHidden(hidden.read().filter((other) => other !== word));

/** A word that the API refuses would make it refuse them all. */
const isSendable = (word: string) => {
  const { names = [], videos = [] } = hiddenIn(word) ?? {};
  return /^[^\s,]+$/.test(word) && names.length + videos.length === 1;
};

/** The parameter `hide` of calls that list videos: what was hidden last, if it is too much. */
export const hideParameter = () => {
  const words = hidden.read().filter(isSendable).slice(-maxHidden);
  while (words.join().length > maxHideLength) words.shift();
  return words.join();
};
