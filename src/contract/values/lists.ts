import { isNameSlug, slugOf } from './names.ts';

/** Small enough that page times limit is an exact integer. */
export const maxPage = 1_000_000_000;

/** Videos on one page of a list, unless a call asks for another number. */
export const videosPerPage = 16;

/** The longest list of videos that visitors may request; admins may request more. */
export const maxVideosForVisitors = 100;

/** The orders that lists of videos can be sorted in. */
export const sorts = ['best', 'newest', 'popular', 'liked', 'longest'] as const;
export type Sort = (typeof sorts)[number];

/** Under 10 minutes, 10 to 30, and over 30. */
export const durations = ['short', 'medium', 'long'] as const;
export type Duration = (typeof durations)[number];

/** The bucket of a video's length; undefined if the length is unknown. */
export const durationOf = (minutes: number | null): Duration | undefined => {
  if (minutes === null) return undefined;
  if (minutes < 10) return 'short';
  return minutes <= 30 ? 'medium' : 'long';
};

/** Published within the last day, week, … */
export const ages = ['day', 'week', 'month', 'year'] as const;
export type Age = (typeof ages)[number];

export const daysOfAge: Record<Age, number> = { day: 1, week: 7, month: 30, year: 365 };

/** A tag or performer. */
export interface NameRef {
  kind: 'tag' | 'performer';
  slug: string;
}

/** With and without together. */
export const maxNarrowingNames = 8;

const performerPrefix = 'performer:';

/** A tag is written as its slug or name, a performer with a prefix. Undefined for what cannot be a name. */
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

/** What comes after it is not searched for. */
export const maxSearchLength = 2_000;

const titlePrefix = 'title:';

/** Searches in titles only start with a prefix, in any case. */
export const isTitleSearch = (search: string) => search.slice(0, titlePrefix.length).toLowerCase() === titlePrefix;

export const titleSearch = (text: string) => titlePrefix + text;

export const withoutTitlePrefix = (search: string) =>
  isTitleSearch(search) ? search.slice(titlePrefix.length) : search;

/** The search box suggests by the same limits as the API. */
export const suggestionLimits = { text: 200, perKind: 3, total: 8 } as const;

/** Tags with fewer videos are kept out of search engines: their pages have too little of their own. */
export const minIndexedVideos = 5;

/** Shown on cards and the order of "Top rated". */
export const likePercentage = (views: number) => Math.min(Math.round((views / 200) * 100), 100);

/** How long random sets stay the same, for the whole site and every process. */
export const windowMs = 600_000;

/** The number of the current ten minutes. */
export const currentWindow = () => Math.floor(Date.now() / windowMs);

/** Where pages show a random set. Each place has a seed of its own, so that one set is not part of another. */
const places = ['home tags', 'footer tags', 'footer performers'] as const;

/** The seed of a place for the current ten minutes. Pages rendered within them show the same names. */
export const seedOf = (place: (typeof places)[number]) => currentWindow() * places.length + places.indexOf(place);
