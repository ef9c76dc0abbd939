import { type Static, Type } from 'typebox';
import { categories } from './values/categories.ts';
import { ages, durations, maxNarrowingNames, sorts } from './values/narrowing.ts';

/** A form sends an empty text for what is not chosen. */
const OptionalChoice = <Choices extends string[]>(choices: readonly [...Choices], description: string) =>
  Type.Union([Type.Enum(choices), Type.Literal('')], { default: '', description });

const Names = (which: string) =>
  Type.String({
    maxLength: 1_000,
    default: '',
    description:
      `Only videos ${which} these tags and performers: comma-separated slugs, those of performers with the prefix ` +
      `\`performer:\`. At most ${maxNarrowingNames} in with and without together.`,
  });

/** The query parameters that sort and narrow a list of videos. */
export const narrowingQuery = {
  sort: OptionalChoice(sorts, 'Without it, the list’s own order'),
  category: OptionalChoice(categories, 'Only videos of this category'),
  duration: OptionalChoice(durations, 'Only videos of under 10 minutes (short), of 10 to 30, or of over 30 (long)'),
  age: OptionalChoice(ages, 'Only videos published within the last day, 7 days, 30 days or 365 days'),
  with: Names('with all of'),
  without: Names('without any of'),
  facets: Type.Boolean({ default: false, description: 'Count the videos of each narrower list' }),
};

const Count = Type.Integer();
const NameCounts = Type.Array(Type.Object({ slug: Type.String(), name: Type.String(), count: Count }));

export const Facets = Type.Object(
  {
    durations: Type.Object({ short: Count, medium: Count, long: Count }),
    ages: Type.Object({ day: Count, week: Count, month: Count, year: Count }),
    categories: Type.Optional(Type.Object({ english: Count, indian: Count, hijabi: Count, viral: Count })),
    tags: NameCounts,
    performers: NameCounts,
    names: Type.Record(Type.String(), Type.String(), { description: 'Names of what with and without list' }),
  },
  {
    description:
      'How many videos each narrower list has. Lengths, ages and categories are counted as if none of the group was ' +
      'chosen; tags and performers are up to 12 further ones each. A list that is one of a category counts no categories.',
  },
);
export type Facets = Static<typeof Facets>;
