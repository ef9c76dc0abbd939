import { limits } from '#contract/values/fields.ts';
import { hiddenIn, hiddenVideoRef, nameRefText } from '#contract/values/lists.ts';
import { isWebUrlOrPath } from '#contract/values/urls.ts';
import { plural } from '../../components/format.ts';
import type { CardVideo } from '../../components/video-card/card-video.ts';
import { favourites, hidden, maxHistory, watchedVideos } from './stores.ts';

/** Everything that visitors have saved in their browser. */
interface Library {
  favourites: CardVideo[];
  history: CardVideo[];
  /** Also performers and videos. */
  hiddenTags: string[];
}

/** The message is shown to the visitor. */
export class LibraryFileError extends Error {
  override name = 'LibraryFileError';
}

/** Increase the version if older versions cannot read the file any more. */
const format = 'marquee-library';
const version = 1;

export const maxLibraryBytes = 2 * 1024 * 1024;

export const libraryText = (library: Library) => JSON.stringify({ format, version, ...library }, null, 2);

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value.length <= maxLength;

const countOf = (value: unknown) => (typeof value === 'number' && value >= 0 ? value : null);

/** Takes known fields only, and drops image URLs of other schemes, such as `javascript:`. */
const videoOf = (value: unknown): CardVideo | undefined => {
  const { id, title, alt, image, views, minutes, tagWords } = (value ?? {}) as Record<string, unknown>;
  if (!isText(id, 18) || !/^\d+$/.test(id) || !isText(title, limits.video.title)) return undefined;
  return {
    id,
    title,
    alt: isText(alt, limits.video.altKeywords) ? alt : title,
    image: isText(image, limits.url) && isWebUrlOrPath(image) ? image : '',
    views: countOf(views),
    minutes: countOf(minutes),
    tagWords: isText(tagWords, limits.video.tags * limits.video.tagName) ? tagWords : '',
  };
};

const hiddenOf = (value: unknown) => {
  const { names = [], videos = [] } = (isText(value, limits.name) && hiddenIn(value)) || {};
  return [...names.map(nameRefText), ...videos.map((id) => hiddenVideoRef(String(id)))][0];
};

const listOf = <T>(value: unknown, what: string, entryOf: (entry: unknown) => T | undefined): T[] => {
  if (!Array.isArray(value)) throw new LibraryFileError(`The file has no list of ${what}.`);
  return value.map((each, at) => {
    const entry = entryOf(each);
    if (entry === undefined) throw new LibraryFileError(`Entry ${at + 1} of the ${what} in this file is damaged.`);
    return entry;
  });
};

const parsed = (text: string): Record<string, unknown> => {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>;
  } catch {
    return {};
  }
};

export const parseLibrary = (text: string): Library => {
  const file = parsed(text);
  if (file.format !== format) throw new LibraryFileError('This is not a file that was exported here.');
  if (file.version !== version)
    throw new LibraryFileError('This file was exported from a newer version of the site, which this one cannot read.');
  return {
    favourites: listOf(file.favourites, 'favorites', videoOf),
    history: listOf(file.history, 'history', videoOf),
    hiddenTags: listOf(file.hiddenTags, 'hidden tags', hiddenOf),
  };
};

export const readLibrary = (): Library => ({
  favourites: favourites.read(),
  history: watchedVideos.read(),
  hiddenTags: hidden.read(),
});

const merged = (own: CardVideo[], others: CardVideo[]) => {
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...others.filter(({ id }) => !known.has(id) && known.add(id))];
};

const joinWithAnd = (parts: string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');

/** Adds missing entries and leaves existing ones unchanged. Returns a message for the visitor. */
export const addToLibrary = (added: Library): string => {
  const before = readLibrary();
  const combined = {
    favourites: merged(before.favourites, added.favourites),
    history: merged(before.history, added.history).slice(0, maxHistory),
    hiddenTags: [...new Set([...before.hiddenTags, ...added.hiddenTags])],
  };
  favourites.write(combined.favourites);
  watchedVideos.write(combined.history);
  hidden.write(combined.hiddenTags);
  const after = readLibrary();
  const isStored = (['favourites', 'history', 'hiddenTags'] as const).every(
    (part) => after[part].length === combined[part].length,
  );
  if (!isStored) return 'Not everything could be added: this browser’s storage is full or blocked.';
  const parts = [
    plural(after.favourites.length - before.favourites.length, 'favorite'),
    plural(after.history.length - before.history.length, 'video in your history', 'videos in your history'),
    plural(after.hiddenTags.length - before.hiddenTags.length, 'hidden tag'),
  ].filter((part) => !part.startsWith('0 '));
  return parts.length > 0 ? `Added ${joinWithAnd(parts)}.` : 'Everything in this file is already here.';
};
