import { type Static, Type } from 'typebox';
import { DecimalId, SearchText } from './query.ts';
import { categories } from './values/categories.ts';
import { limits } from './values/limits.ts';
import { postParts, postStates } from './values/post-filter.ts';

const Slug = (description: string) => Type.Optional(Type.String({ maxLength: limits.name, description }));

const Day = (name: string) =>
  Type.Optional(
    Type.String({
      pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
      description: 'In UTC',
      invalid: `${name} must be a day such as 2026-11-16.`,
    }),
  );

const Count = (name: string) =>
  Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1e15, invalid: `${name} must be a whole number that is not negative.` }),
  );

/** The fields that choose posts, in queries and in bodies. Only posts that match all of them are meant. */
export const postFilterFields = {
  search: Type.Optional({
    ...SearchText,
    description: 'Words of titles, tags and stars; or a post’s number, its link in any form, or its image’s address',
  }),
  state: Type.Enum(postStates, { default: 'published' }),
  Category: Type.Optional(Type.Enum(categories)),
  tag: Slug('Slug of a tag'),
  star: Slug('Slug of a star'),
  partner: Type.Optional(DecimalId('partner')),
  host: Type.Optional(Type.String({ maxLength: 253, description: 'Host of the link, like example.com' })),
  addedFrom: Day('addedFrom'),
  addedTo: Day('addedTo'),
  viewsFrom: Count('viewsFrom'),
  viewsTo: Count('viewsTo'),
  minutesFrom: Count('minutesFrom'),
  minutesTo: Count('minutesTo'),
  without: Type.Optional(Type.Enum(postParts)),
  by: Type.Optional(DecimalId('by', 'Id of the admin who added it')),
  import: Type.Optional(DecimalId('import', 'Id of the import that added it')),
};

const PostFilterFields = Type.Object(postFilterFields);
export type PostFilterFields = Static<typeof PostFilterFields>;
