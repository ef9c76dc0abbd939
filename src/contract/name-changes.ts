import { type Static, Type } from 'typebox';
import { ExpectedVersion, OptionalText, OptionalUrlOrPath, RequiredText } from './fields.ts';
import { NamedBySlug } from './names.ts';
import { IdParams, NameLimit, Page } from './query.ts';
import { Done, Id, Pagination, Success, Time, Version } from './responses.ts';
import { defineRoutes } from './route.ts';
import { limits } from './values/limits.ts';
import { nameActions, nameKinds } from './values/name-kinds.ts';
import { canBeUndone } from './values/retention.ts';

const area = 'names';
const Kind = Type.Enum(nameKinds);
/** PostgreSQL text cannot contain every character of a URL. */
const Slug = RequiredText('slug', limits.name);
const NameParams = Type.Object({ kind: Kind, slug: Slug });
const KindParams = Type.Object({ kind: Kind });
const Name = RequiredText('name', limits.performer.name);
const ListedName = Type.Object({ slug: Type.String(), name: Type.String(), count: Type.Integer() });

/** A tag or performer with everything that admins can change. */
export const NameRecord = Type.Object({
  _id: Id,
  kind: Kind,
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
  image: Type.String(),
  version: Version,
  count: Type.Integer({ description: 'Number of published videos' }),
  aliases: Type.Array(NamedBySlug, { description: 'Former and other names' }),
});
export type NameRecord = Static<typeof NameRecord>;

export const NameChangeRecord = Type.Object({
  _id: Id,
  kind: Kind,
  action: Type.Enum(nameActions),
  name: Type.String({ description: 'As it was called, or as it is called since' }),
  slug: Type.String(),
  others: Type.Array(Type.String(), { description: 'The former name, the merged names or the alias' }),
  posts: Type.Union([Type.Integer(), Type.Null()], { description: 'How many posts were changed' }),
  isRunning: Type.Boolean({ description: 'Whether posts are still to follow' }),
  isUndone: Type.Boolean(),
  canBeUndone: Type.Boolean(),
  admin: Type.String(),
  at: Time,
});
export type NameChangeRecord = Static<typeof NameChangeRecord>;

const Changed = Success({ change: NameChangeRecord });

export const nameChangeRoutes = defineRoutes({
  getName: {
    method: 'GET',
    path: '/names/:kind/:slug',
    access: 'admin',
    area,
    summary: 'Returns a tag or performer with its aliases, by its slug or an alias',
    params: NameParams,
    response: Success({ name: NameRecord }),
  },
  renameName: {
    method: 'POST',
    path: '/names/:kind/:slug/rename',
    access: 'admin',
    area,
    summary: `Gives a tag or performer a new name and slug. The old ones lead to it. ${canBeUndone}`,
    params: NameParams,
    body: Type.Object({ name: Name, version: ExpectedVersion }, { additionalProperties: false }),
    response: Changed,
  },
  mergeNames: {
    method: 'POST',
    path: '/names/:kind/:slug/merge',
    access: 'admin',
    area,
    summary: `Merges other tags or performers into this one, on all posts. They become aliases. ${canBeUndone}`,
    params: NameParams,
    body: Type.Object(
      { from: Type.Array(Slug, { minItems: 1, maxItems: 100, description: 'Slugs', label: 'names' }) },
      { additionalProperties: false },
    ),
    response: Changed,
  },
  addNameAlias: {
    method: 'POST',
    path: '/names/:kind/:slug/aliases',
    access: 'admin',
    area,
    summary: `Adds another name by which a tag or performer can be found. ${canBeUndone}`,
    params: NameParams,
    body: Type.Object({ name: Name }, { additionalProperties: false }),
    response: Changed,
  },
  splitName: {
    method: 'POST',
    path: '/names/:kind/:slug/split',
    access: 'admin',
    area,
    summary: `Makes an alias a tag or performer of its own, without posts. ${canBeUndone}`,
    params: NameParams,
    body: Type.Object({ alias: Slug }, { additionalProperties: false }),
    response: Changed,
  },
  describeName: {
    method: 'PUT',
    path: '/names/:kind/:slug/description',
    access: 'admin',
    area,
    summary: `Replaces the description and the picture of a tag or performer. ${canBeUndone}`,
    params: NameParams,
    body: Type.Object(
      {
        description: OptionalText('description', limits.performer.description),
        image: OptionalUrlOrPath('image'),
        version: ExpectedVersion,
      },
      { additionalProperties: false },
    ),
    response: Changed,
  },
  deleteTag: {
    method: 'DELETE',
    path: '/tags/:tag',
    access: 'admin',
    area,
    summary: `Deletes a tag and takes it off all posts. ${canBeUndone}`,
    params: Type.Object({ tag: Slug }),
    response: Changed,
  },
  getNameChanges: {
    method: 'GET',
    path: '/name-changes',
    access: 'admin',
    area,
    summary: 'Lists what was done to tags or performers, newest first',
    query: Type.Object({ kind: Type.Enum(nameKinds, { default: 'tag' }), page: Page, limit: NameLimit(20) }),
    response: Success({ changes: Type.Array(NameChangeRecord), pagination: Pagination }),
  },
  getNameChange: {
    method: 'GET',
    path: '/name-changes/:id',
    access: 'admin',
    area,
    summary: 'Returns how far a change of a tag or performer is',
    params: IdParams,
    response: Changed,
  },
  undoNameChange: {
    method: 'POST',
    path: '/name-changes/:id/undo',
    access: 'admin',
    area,
    summary: 'Undoes a change of a tag or performer. Posts that were edited since stay as they are.',
    params: IdParams,
    response: Done,
  },
  getDuplicateNames: {
    method: 'GET',
    path: '/duplicate-names/:kind',
    access: 'admin',
    area,
    summary: 'Lists pairs of tags or performers that are likely the same',
    params: KindParams,
    query: Type.Object({ page: Page, limit: NameLimit(20) }),
    response: Success({
      duplicates: Type.Array(Type.Object({ keep: ListedName, merge: ListedName })),
      pagination: Pagination,
    }),
  },
  markDistinctNames: {
    method: 'POST',
    path: '/duplicate-names/:kind/distinct',
    access: 'admin',
    area,
    summary: 'Remembers that two tags or performers are not the same',
    params: KindParams,
    body: Type.Object({ one: Slug, other: Slug }, { additionalProperties: false }),
    response: Done,
  },
});
