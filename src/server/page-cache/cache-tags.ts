import { ApiError } from '#contract/calls/api-error.ts';
import type { Client } from '#contract/calls/client.ts';
import type { FixedCacheTag, Route } from '#contract/calls/route.ts';
import { type RouteName, type Routes, routes } from '#contract/calls/routes.ts';
import { type FixedListPath, fixedLists } from '#contract/values/categories.ts';
import { nameRefsIn } from '#contract/values/lists.ts';
import type { ListKind } from '#contract/values/record-kinds.ts';
import type { VideoList } from '#contract/videos.ts';
import type { Invalidation } from '#domain/search/catalogue-index.ts';

type Input<K extends RouteName> = NonNullable<Parameters<Client[K]>[0]>;
type Output<K extends RouteName> = Awaited<ReturnType<Client[K]>>;

type CallByResponse = {
  [K in RouteName]: Routes[K] extends { cacheTags: 'by response' } ? K : never;
}[RouteName];

/** The cache tags of a response; `output` is undefined for a 404, whose tags depend on what was requested. */
type TagsByResponse = { [K in CallByResponse]: (input: Input<K>, output: Output<K> | undefined) => string[] };

const videoTag = (id: number | string) => `video ${id}`;
const listTag = (list: string) => `list ${list}`;
const nameTag = (name: string) => `name ${name}`;
const facetsTag = (list: string) => `facets ${list}`;
const textTag = (list: string) => `text ${list}`;
const anyTag = 'any tag' satisfies FixedCacheTag;
const anyPerformer = 'any performer' satisfies FixedCacheTag;
const anySearch = 'any search' satisfies FixedCacheTag;
const searchRedirects = 'search redirects' satisfies FixedCacheTag;

const videosOf = (list: VideoList | undefined) => list?.records.map(({ _id }) => videoTag(_id)) ?? [];
const tagNames = (tags: string[] = []) => tags.map((tag) => nameTag(`tag:${tag}`));
const performerNames = (names: string[] = []) => names.map((name) => nameTag(`performer:${name}`));

interface NarrowingQuery {
  sort?: string;
  category?: string;
  duration?: string;
  age?: string;
  with?: string;
  without?: string;
  facets?: boolean;
}

/**
 * A narrowed list and its facets change when one of the list's videos gets another tag, performer, category or length.
 * The names it is narrowed by may not exist yet, so a new name changes it too.
 */
const narrowing = (name: string, query: NarrowingQuery = {}) => {
  const { sort, category, duration, age, facets } = query;
  const names = [query.with, query.without].flatMap((text) => nameRefsIn(text ?? ''));
  return sort || category || duration || age || facets || names.length > 0
    ? [facetsTag(name), ...names.flatMap((each) => (each ? [nameTag(`${each.kind}:${each.slug}`)] : []))]
    : [];
};

const list =
  (name: string) => (input: { query?: NarrowingQuery & { search?: string } }, output: VideoList | undefined) => [
    input.query?.search ? anySearch : listTag(name),
    ...narrowing(name, input.query),
    ...videosOf(output),
  ];

/** The cache tag of a list's videos. Categories are searches. */
const listTagOf = (kind: ListKind, name: string) => {
  if (kind === 'category') return anySearch;
  if (kind !== 'list') return listTag(`${kind}:${name}`);
  const category = fixedLists[`/${name}` as FixedListPath]?.category;
  return listTag(category ? `category:${category}` : 'all');
};

/** A page under a slug that isn't stored depends on all names: a new one may turn the slug into an alias, or take it over. */
const namedList = (kind: string, requested: string, storedSlug: string | undefined, anyName: string) =>
  storedSlug === requested ? [listTag(`${kind}:${requested}`)] : [listTag(`${kind}:${requested}`), anyName];

const tagsByResponse: TagsByResponse = {
  getVideo: ({ params }) => [videoTag(params.id)],
  getPosts: list('all'),
  getNewVideos: list('all'),
  getPopularVideos: list('all'),
  getTopRated: list('all'),
  getIndians: list('category:indian'),
  getHijabi: list('category:hijabi'),
  getArchivePosts: (_, output) => [listTag('all'), ...videosOf(output)],
  // Not invalidated by new videos, which may be more closely related: they appear when the page is next rendered.
  getRelated: (_, output) => videosOf(output),
  getPornstar: ({ params, query }, output) => [
    ...namedList('performer', params.name, output?.star?.slug, anyPerformer),
    ...narrowing(`performer:${params.name}`, query),
    ...videosOf(output),
  ],
  getPornstarMetadata: ({ params }) => [listTag(`performer:${params.name}`), ...performerNames([params.name])],
  getListText: ({ params: { kind, name } }, output) => [
    textTag(`${kind}:${name}`),
    listTagOf(kind, name),
    ...[output?.newest, output?.mostViewed].flatMap((video) => (video ? [videoTag(video._id)] : [])),
    ...tagNames(output?.tags.map(({ slug }) => slug)),
    ...performerNames(output?.performers.map(({ slug }) => slug)),
  ],
  getTagPosts: ({ params, query }, output) => [
    ...namedList('tag', params.tag, output?.tag?.slug, anyTag),
    ...narrowing(`tag:${params.tag}`, query),
    ...videosOf(output),
  ],
  getTagMetadata: ({ params }) => [listTag(`tag:${params.tag}`)],
  getTagImages: ({ body }) => body.tags.map((tag) => listTag(`tag:${tag}`)),
  getRandomTags: (_, output) => tagNames(output?.tags),
  getFooterTags: (_, output) => tagNames(output?.tags),
  getPornstarImages: ({ body }) => performerNames(body.names),
  getFooterPornstars: (_, output) => ['settings', ...performerNames(output?.pornstars)],
};

export const tagsOf = (change: Invalidation): Set<string> => {
  const { videos, lists, names, partners, settings, listTexts, synonyms } = change;
  const tags = new Set<string>();
  for (const id of videos) tags.add(videoTag(id));
  for (const name of lists) tags.add(listTag(name));
  for (const name of change.facets) tags.add(facetsTag(name));
  for (const list of listTexts) tags.add(textTag(list));
  // The page of a name may have become a redirect.
  for (const name of names)
    tags
      .add(nameTag(name))
      .add(listTag(name))
      .add(name.startsWith('tag:') ? anyTag : anyPerformer);
  // Categories are searches too.
  if (synonyms || videos.size + names.size > 0) tags.add(anySearch);
  if (change.searchRedirects) tags.add(searchRedirects);
  if (partners) tags.add('partners');
  if (settings) tags.add('settings');
  return tags;
};

/** Larger changes are batches of a bulk change or an import, with the next batch following immediately. */
const maxVideosAtOnce = 100;

export const isLarge = ({ videos }: Invalidation): boolean => videos.size > maxVideosAtOnce;

/** The cache tags of pages that show videos which are no longer published. */
export const removedTags = ({ removed }: Invalidation): Set<string> => new Set(Array.from(removed, videoTag));

export interface RecordedTags {
  tags: Set<string>;
  /** False once a call has failed or has no cache tags: the page must not be cached. */
  isComplete: boolean;
}

type AnyTags = (input: never, output: never) => string[];

/** The cache tags of a page that shows a response; undefined if it must not be cached. */
const tagsOfCall = (name: RouteName, input: object, output: unknown): readonly string[] | undefined => {
  const route: Route = routes[name];
  if (route.access !== 'anyone' || route.cacheTags === 'not cached') return undefined;
  if (route.cacheTags !== 'by response') return route.cacheTags;
  const tagsFrom: AnyTags = tagsByResponse[name as CallByResponse];
  return tagsFrom(input as never, output as never);
};

export const recordingClient = (client: Client, recorded: RecordedTags): Client => {
  const recording =
    (name: RouteName) =>
    async (input: object = {}) => {
      const record = (output: unknown) => {
        const tags = tagsOfCall(name, input, output);
        if (tags) for (const tag of tags) recorded.tags.add(tag);
        else recorded.isComplete = false;
      };
      try {
        const output = await (client[name] as (input: object) => Promise<unknown>)(input);
        record(output);
        return output;
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) record(undefined);
        else recorded.isComplete = false;
        throw error;
      }
    };
  return new Proxy(client, { get: (_, name) => recording(name as RouteName) });
};
