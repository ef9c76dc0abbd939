import { plural } from '../../components/format/plural.ts';
import type { CardVideo } from '../../components/video-card/card-video.ts';
import type { Library } from './library-file.ts';
import { favourites, hiddenTags, maxHistory, watchedVideos } from './stores.ts';

export const readLibrary = (): Library => ({
  favourites: favourites.read(),
  history: watchedVideos.read(),
  hiddenTags: hiddenTags.read(),
});

const merged = (own: CardVideo[], others: CardVideo[]) => {
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...others.filter(({ id }) => !known.has(id) && known.add(id))];
};

const listed = (parts: string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');

/** Adds what is missing and changes nothing that is there. Returns what to tell the visitor. */
export const addToLibrary = (added: Library): string => {
  const before = readLibrary();
  const wanted = {
    favourites: merged(before.favourites, added.favourites),
    history: merged(before.history, added.history).slice(0, maxHistory),
    hiddenTags: [...new Set([...before.hiddenTags, ...added.hiddenTags])],
  };
  favourites.write(wanted.favourites);
  watchedVideos.write(wanted.history);
  hiddenTags.write(wanted.hiddenTags);
  const after = readLibrary();
  const isStored = (['favourites', 'history', 'hiddenTags'] as const).every(
    (part) => after[part].length === wanted[part].length,
  );
  if (!isStored) return 'Not everything could be added: this browser’s storage is full or blocked.';
  const parts = [
    plural(after.favourites.length - before.favourites.length, 'favourite'),
    plural(after.history.length - before.history.length, 'video of your history', 'videos of your history'),
    plural(after.hiddenTags.length - before.hiddenTags.length, 'hidden tag'),
  ].filter((part) => !part.startsWith('0 '));
  return parts.length > 0 ? `Added ${listed(parts)}.` : 'Everything in this file is already here.';
};
