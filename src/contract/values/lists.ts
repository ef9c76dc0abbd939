import { isNameSlug, slugOf } from './names.ts';

/** Small enough for page × limit to be an exact integer. */
export const maxPage = 1_000_000_000;

/** The default number of videos on one page of a list. */
export const videosPerPage = 16;

/** The longest list of videos that visitors may request; admins may request more. */
export const maxVideosForVisitors = 100;

/** The orders that lists of videos can be sorted in. */
export const sorts = ['best', 'newest', 'popular', 'liked', 'longest'] as const;
export type Sort = (typeof sorts)[number];

/** Under 10 minutes, 10 to 30 minutes, and over 30 minutes. */
export const durations = ['short', 'medium', 'long'] as const;
export type Duration = (typeof durations)[number];

/** The bucket of a video's length; undefined if the length is unknown. */
export const durationOf = (minutes: number | null): Duration | undefined => {
  if (minutes === null) return undefined;
  if (minutes < 10) return 'short';
  return minutes <= 30 ? 'medium' : 'long';
};

/** The period within which videos were published, up to now. */
export const ages = ['day', 'week', 'month', 'year'] as const;
export type Age = (typeof ages)[number];

export const daysOfAge: Record<Age, number> = { day: 1, week: 7, month: 30, year: 365 };

/** A tag or performer. */
export interface NameRef {
  kind: 'tag' | 'performer';
  slug: string;
}

/** For the parameters `with` and `without` together. */
export const maxNarrowingNames = 8;

const performerPrefix = 'performer:';

/** Parses a slug or name of a tag, or of a performer with a prefix. Undefined if it cannot be a name. */
const nameRefOf = (text: string): NameRef | undefined => {
  const isPerformer = text.startsWith(performerPrefix);
  const slug = slugOf((isPerformer ? text.slice(performerPrefix.length) : text).trim());
  return isNameSlug(slug) ? { kind: isPerformer ? 'performer' : 'tag', slug } : undefined;
};

export const nameRefText = ({ kind, slug }: NameRef) => (kind === 'performer' ? performerPrefix + slug : slug);

/** The names of a comma-separated list; undefined in place of those that cannot be names. */
export const nameRefsIn = (list: string): (NameRef | undefined)[] =>
  list
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(nameRefOf);

/** What a visitor has hidden from all lists. */
export interface Hidden {
  names: NameRef[];
  videos: number[];
}

/** A visitor can hide more, but a call names the latest of them only. */
export const maxHidden = 200;

/** Of the list of what is hidden, in a call. */
export const maxHideLength = 10_000;

const hiddenVideo = /^video:([1-9]\d{0,14})$/;

/** Like the names of `with`, and videos as `video:id`. */
export const hiddenVideoRef = (id: string) => `video:${id}`;

/** Undefined if a part of the list is neither a name nor a video, or if it is too long. */
export const hiddenIn = (list: string): Hidden | undefined => {
  const refs = list.split(',').filter((ref) => ref !== '');
  const videos = refs.flatMap((ref) => hiddenVideo.exec(ref)?.[1] ?? []);
  const names = nameRefsIn(refs.filter((ref) => !hiddenVideo.test(ref)).join());
  const known = names.filter((name) => name !== undefined);
  return known.length < names.length || refs.length > maxHidden
    ? undefined
    : { names: known, videos: videos.map(Number) };
};

/** Text after this length is not searched for. */
export const maxSearchLength = 2_000;

const titlePrefix = 'title:';

/** Searches in titles only start with a prefix, in upper or lower case. */
export const isTitleSearch = (search: string) => search.slice(0, titlePrefix.length).toLowerCase() === titlePrefix;

export const titleSearch = (text: string) => titlePrefix + text;

export const withoutTitlePrefix = (search: string) =>
  isTitleSearch(search) ? search.slice(titlePrefix.length) : search;

/** Shared by the search box and the API. */
export const suggestionLimits = { text: 200, perKind: 3, total: 8 } as const;

/** Pages of tags with fewer videos are `noindex`, because they are thin content. */
export const minIndexedVideos = 5;

/** Shown on cards. Also sorts "Top rated". */
export const likePercentage = (views: number) => Math.min(Math.round((views / 200) * 100), 100);

/** How long random sets stay the same, in all processes. */
export const windowMs = 600_000;

/** The number of the current ten minutes. */
export const currentWindow = () => Math.floor(Date.now() / windowMs);

/** Where pages show a random set. Each place has its own seed, so that the sets differ. */
const places = ['home tags', 'footer tags', 'footer performers'] as const;

/** The seed of a place. Pages that are rendered within the same ten minutes show the same names. */
export const seedOf = (place: (typeof places)[number]) => currentWindow() * places.length + places.indexOf(place);
