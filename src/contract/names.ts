import { type Static, Type } from 'typebox';
import {
  AnyLetter,
  Done,
  defineRoutes,
  ExpectedVersion,
  Id,
  IdParams,
  NameLimit,
  NameUse,
  Nullable,
  OptionalText,
  OptionalUrlOrPath,
  Page,
  Pagination,
  ProxiedPicture,
  RequiredText,
  SearchText,
  Seed,
  StrictObject,
  Success,
  Time,
  Version,
  VideoLimit,
} from './calls/route.ts';
import { limits } from './values/fields.ts';
import { nameActions, nameKinds } from './values/names.ts';
import { canBeUndone } from './values/record-kinds.ts';
import { NamedBySlug, narrowingQuery, StarNames, TagNames, VideoList } from './videos.ts';

const TagParams = Type.Object({ tag: Type.String({ minLength: 1, maxLength: limits.name }) });
export const TagSummary = Type.Object({
  _id: Type.String({ description: 'The slug' }),
  name: Type.String({ description: 'As it was entered' }),
  count: Type.Integer(),
  firstUsed: Nullable(Type.String()),
  lastUpdated: Nullable(Type.String()),
});
export type TagSummary = Static<typeof TagSummary>;

export const nameFilterFields = {
  letter: AnyLetter,
  search: SearchText,
  sort: Type.Union([Type.Literal('count'), Type.Literal('name')], { default: 'count' }),
  use: NameUse('all'),
};

export const tagRoutes = defineRoutes({
  getTags: {
    method: 'GET',
    path: '/tags',
    access: 'anyone',
    cacheTags: ['any tag'],
    tokenScopes: ['read'],
    area: 'tags',
    summary:
      'Lists tags by name or number of videos, optionally by first letter. Admins also get a summary of each tag.',
    query: Type.Object({
      page: Page,
      limit: NameLimit(500),
      ...nameFilterFields,
      use: NameUse('used'),
    }),
    response: Success({
      tags: Type.Array(Type.String()),
      tagNames: TagNames,
      summaries: Type.Optional(Type.Array(TagSummary)),
      pagination: Pagination,
    }),
  },
  getTagLetters: {
    method: 'GET',
    path: '/tags/letters',
    access: 'anyone',
    cacheTags: ['any tag'],
    area: 'tags',
    summary: 'Counts the tags by first letter',
    response: Success({
      letters: Type.Array(Type.Object({ letter: Type.String(), count: Type.Integer() })),
    }),
  },
  getRandomTags: {
    method: 'GET',
    path: '/tags/random',
    access: 'anyone',
    cacheTags: 'by response',
    area: 'tags',
    summary: 'Returns random tags',
    query: Type.Object({ count: NameLimit(64), seed: Seed }),
    response: Success({ tags: Type.Array(Type.String()), tagNames: TagNames }),
  },
  getTagImages: {
    method: 'POST',
    path: '/tags/images',
    access: 'anyone',
    cacheTags: 'by response',
    rateLimit: 'general',
    area: 'tags',
    summary: 'Returns the picture of each tag, or else the image of its newest video, or null',
    body: Type.Object({ tags: Type.Array(OptionalText('tag', limits.name), { maxItems: 1000 }) }),
    response: Success({
      tagImages: Type.Record(Type.String(), Nullable(Type.String())),
      pictures: Type.Record(Type.String(), ProxiedPicture, { description: 'Pictures that the image proxy serves' }),
    }),
  },
  getRenamedTags: {
    method: 'POST',
    path: '/tags/renamed',
    access: 'anyone',
    cacheTags: 'not cached',
    rateLimit: 'general',
    area: 'tags',
    summary:
      'Returns the current slugs of tags that were renamed or merged, for browsers that have stored the old ones',
    body: Type.Object({ tags: Type.Array(OptionalText('tag', limits.name), { maxItems: 1000 }) }),
    response: Success({ renamed: Type.Record(Type.String(), Type.String()) }),
  },
  getTagMetadata: {
    method: 'GET',
    path: '/tags/:tag/metadata',
    access: 'anyone',
    cacheTags: 'by response',
    area: 'tags',
    summary: 'Describes a tag, and lists the tags and performers that appear most often with it',
    params: TagParams,
    response: Success({
      uniqueTags: Type.Array(Type.String()),
      uniquePornstars: Type.Array(Type.String()),
      tagNames: TagNames,
      starNames: StarNames,
      description: Type.String({ description: 'What admins have written; may be empty' }),
    }),
  },
  getTagPosts: {
    method: 'GET',
    path: '/tags/:tag/posts',
    access: 'anyone',
    cacheTags: 'by response',
    area: 'tags',
    summary: 'Lists the videos of a tag, newest first, optionally by search text',
    params: TagParams,
    query: Type.Object({ page: Page, limit: VideoLimit, search: SearchText, ...narrowingQuery }),
    response: Success({ ...VideoList.properties, tag: Type.Optional(NamedBySlug) }),
  },
  getFooterTags: {
    method: 'GET',
    path: '/footer/tags',
    access: 'anyone',
    cacheTags: 'by response',
    area: 'tags',
    summary: 'Lists tags for the footer: those related to the page’s tags, or random ones',
    query: Type.Object({
      count: NameLimit(30),
      seed: Seed,
      selectedTag: Type.String({ maxLength: limits.name, default: '' }),
      pageTags: Type.String({ maxLength: 20_000, default: '', description: 'Comma-separated' }),
    }),
    response: Success({
      tags: Type.Array(Type.String()),
      tagNames: TagNames,
      source: Type.Union([Type.Literal('random'), Type.Literal('tagSpecific')]),
    }),
  },
});

const nameArea = 'names';
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
  aliases: Type.Array(
    Type.Object({
      ...NamedBySlug.properties,
      posts: Type.Integer({ description: 'Posts that had it before it was merged, which a split can give back' }),
    }),
    { description: 'Former and other names' },
  ),
});
export type NameRecord = Static<typeof NameRecord>;

export const NameChangeRecord = Type.Object({
  _id: Id,
  kind: Kind,
  action: Type.Enum(nameActions),
  name: Type.String({ description: 'The name that was changed; for a rename, the new name' }),
  slug: Type.String(),
  others: Type.Array(Type.String(), { description: 'The former name, the merged names or the alias' }),
  posts: Nullable(Type.Integer(), { description: 'Number of changed posts' }),
  isRunning: Type.Boolean({ description: 'Whether posts are still being changed' }),
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
    access: 'catalogue',
    area: nameArea,
    summary: 'Returns a tag or performer with its aliases, by its slug or an alias',
    params: NameParams,
    response: Success({ name: NameRecord }),
  },
  renameName: {
    method: 'POST',
    path: '/names/:kind/:slug/rename',
    access: 'catalogue',
    area: nameArea,
    summary: `Gives a tag or performer a new name and slug. The old ones lead to it. ${canBeUndone}`,
    params: NameParams,
    body: StrictObject({ name: Name, version: ExpectedVersion }),
    response: Changed,
  },
  mergeNames: {
    method: 'POST',
    path: '/names/:kind/:slug/merge',
    access: 'catalogue',
    area: nameArea,
    summary: `Merges other tags or performers into this one, on all posts. They become aliases. ${canBeUndone}`,
    params: NameParams,
    body: StrictObject({
      from: Type.Array(Slug, { minItems: 1, maxItems: 100, description: 'Slugs', label: 'names' }),
    }),
    response: Changed,
  },
  addNameAlias: {
    method: 'POST',
    path: '/names/:kind/:slug/aliases',
    access: 'catalogue',
    area: nameArea,
    summary: `Adds another name by which a tag or performer can be found. ${canBeUndone}`,
    params: NameParams,
    body: StrictObject({ name: Name }),
    response: Changed,
  },
  splitName: {
    method: 'POST',
    path: '/names/:kind/:slug/split',
    access: 'catalogue',
    area: nameArea,
    summary: `Turns an alias into a separate tag or performer, with or without the posts that had it before it was merged. ${canBeUndone} With posts, merge the names again instead.`,
    params: NameParams,
    body: StrictObject({
      alias: Slug,
      withPosts: Type.Optional(Type.Boolean({ description: 'Gives back the posts that had it before it was merged' })),
    }),
    response: Changed,
  },
  describeName: {
    method: 'PUT',
    path: '/names/:kind/:slug/description',
    access: 'catalogue',
    area: nameArea,
    summary: `Replaces the description and the picture of a tag or performer. ${canBeUndone}`,
    params: NameParams,
    body: StrictObject({
      description: OptionalText('description', limits.performer.description),
      image: OptionalUrlOrPath('image'),
      version: ExpectedVersion,
    }),
    response: Changed,
  },
  deleteTag: {
    method: 'DELETE',
    path: '/tags/:tag',
    access: 'catalogue',
    area: nameArea,
    summary: `Deletes a tag and takes it off all posts. ${canBeUndone}`,
    params: Type.Object({ tag: Slug }),
    response: Changed,
  },
  getNameChanges: {
    method: 'GET',
    path: '/name-changes',
    access: 'catalogue',
    area: nameArea,
    summary: 'Lists changes to tags or performers, newest first',
    query: Type.Object({ kind: Type.Enum(nameKinds, { default: 'tag' }), page: Page, limit: NameLimit(20) }),
    response: Success({ changes: Type.Array(NameChangeRecord), pagination: Pagination }),
  },
  getNameChange: {
    method: 'GET',
    path: '/name-changes/:id',
    access: 'catalogue',
    area: nameArea,
    summary: 'Returns a change to a tag or performer, and its progress',
    params: IdParams,
    response: Changed,
  },
  undoNameChange: {
    method: 'POST',
    path: '/name-changes/:id/undo',
    access: 'catalogue',
    area: nameArea,
    summary: 'Undoes a change to a tag or performer. Posts that were edited since stay as they are.',
    params: IdParams,
    response: Done,
  },
  getDuplicateNames: {
    method: 'GET',
    path: '/duplicate-names/:kind',
    access: 'catalogue',
    area: nameArea,
    summary: 'Lists pairs of tags or performers that are likely the same',
    params: KindParams,
    query: Type.Object({ page: Page, limit: NameLimit(20) }),
    response: Success({
      duplicates: Type.Array(Type.Object({ keep: ListedName, merge: ListedName })),
      pagination: Pagination,
    }),
  },
  findNewNames: {
    method: 'POST',
    path: '/names/:kind/new',
    access: 'catalogue',
    area: nameArea,
    summary: 'Returns those of the given names that no tag or performer has, as its name or an alias',
    params: KindParams,
    body: StrictObject({ names: Type.Array(OptionalText('name', limits.name), { maxItems: 200, label: 'names' }) }),
    response: Success({ names: Type.Array(Type.String()) }),
  },
  markDistinctNames: {
    method: 'POST',
    path: '/duplicate-names/:kind/distinct',
    access: 'catalogue',
    area: nameArea,
    summary: 'Remembers that two tags or performers are not the same',
    params: KindParams,
    body: StrictObject({ one: Slug, other: Slug }),
    response: Done,
  },
});
