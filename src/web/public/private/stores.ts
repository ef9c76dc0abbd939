import type { CardVideo } from '../../components/video-card/card-video.ts';
import { privateStore } from './private-store.ts';

export const favourites = privateStore<CardVideo[]>('favourites', []);
export const watched = privateStore<CardVideo[]>('history', []);
export const historyKept = privateStore('history-kept', true);
/** The first-paint script reads these too, and hides what carries them. */
export const hiddenTags = privateStore<string[]>('hidden-tags', []);

const longestHistory = 100;

const without = (videos: CardVideo[], { id }: CardVideo) => videos.filter((video) => video.id !== id);

export const toggleFavourite = (video: CardVideo) => {
  const saved = favourites.read();
  const others = without(saved, video);
  favourites.write(others.length === saved.length ? [video, ...saved] : others);
};

export const rememberVideo = (video: CardVideo) => {
  if (historyKept.read()) watched.write([video, ...without(watched.read(), video)].slice(0, longestHistory));
};

export const toggleHiddenTag = (tag: string) => {
  const hidden = hiddenTags.read();
  hiddenTags.write(hidden.includes(tag) ? hidden.filter((other) => other !== tag) : [...hidden, tag]);
};
