import { type Static, Type } from 'typebox';
import { directoryRoutes } from './directory-routes.ts';
import { OptionalText, OptionalUrlOrPath, RequiredText } from './fields.ts';
import { Letter, NameLimit, Page, SearchText } from './query.ts';
import { Id, Pagination, Success, Time, Version } from './responses.ts';
import { defineRoutes } from './route.ts';
import { limits } from './values/limits.ts';
import { canBeRestored } from './values/retention.ts';
import { Category } from './videos.ts';

export const StarRecord = Type.Object({
  _id: Id,
  name: Type.String(),
  slug: Type.String(),
  image: Type.String(),
  description: Type.String(),
  category: Category,
  version: Version,
  createdAt: Time,
  updatedAt: Time,
});
export type StarRecord = Static<typeof StarRecord>;

const fields = {
  name: RequiredText('name', limits.performer.name),
  image: Type.Optional(OptionalUrlOrPath('image')),
  description: Type.Optional(OptionalText('description', limits.performer.description)),
  category: Type.Optional(Category),
};
const Saved = Success({ star: StarRecord });
const area = 'stars';

const { add, update, remove } = directoryRoutes({
  path: '/stars',
  area,
  fields,
  saved: Saved,
  summaries: {
    add: 'Adds a star',
    update: 'Updates a star. Omitted fields keep their values.',
    remove: `Deletes a star, but not its videos. ${canBeRestored}`,
  },
});

export const starRoutes = defineRoutes({
  getStars: {
    method: 'GET',
    path: '/stars',
    access: 'admin',
    tokenScopes: ['read'],
    area,
    summary: 'Lists stars by name, optionally by first letter or search text',
    query: Type.Object({
      page: Page,
      limit: NameLimit(20),
      letter: Letter,
      search: SearchText,
    }),
    response: Success({
      stars: Type.Array(StarRecord),
      pagination: Pagination,
    }),
  },
  addStar: add,
  updateStar: update,
  deleteStar: remove,
});
