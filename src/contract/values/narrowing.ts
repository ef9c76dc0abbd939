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
