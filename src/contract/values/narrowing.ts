import { isNameSlug, slugOf } from './slug.ts';

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
