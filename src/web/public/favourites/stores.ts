import { browserStore } from '../../components/browser-store.ts';
import type { CardVideo } from '../../components/video-card/card-video.ts';

export const favourites = browserStore<CardVideo[]>('favourites', []);
export const watchedVideos = browserStore<CardVideo[]>('history', []);
/** Don't rename the key: visitors' browsers have stored it. */
export const historyEnabled = browserStore('history-kept', true);
/** The first-paint script reads these as well, and hides elements with these tags. */
export const hiddenTags = browserStore<string[]>('hidden-tags', []);

/** Empty during hydration, to match the server's HTML. */
export const useWatchedIds = () => new Set(watchedVideos.use().map(({ id }) => id));

export const maxHistory = 100;

const without = (videos: CardVideo[], { id }: CardVideo) => videos.filter((video) => video.id !== id);

export const toggleFavourite = (video: CardVideo) => {
  const saved = favourites.read();
  const others = without(saved, video);
  favourites.write(others.length === saved.length ? [video, ...saved] : others);
};

export const addToHistory = (video: CardVideo) => {
  if (historyEnabled.read()) watchedVideos.write([video, ...without(watchedVideos.read(), video)].slice(0, maxHistory));
};

export const toggleHiddenTag = (tag: string) => {
  const hidden = hiddenTags.read();
  hiddenTags.write(hidden.includes(tag) ? hidden.filter((other) => other !== tag) : [...hidden, tag]);
};
