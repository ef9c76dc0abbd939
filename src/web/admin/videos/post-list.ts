import type { FoundElsewhere, PostFilterFields, PostRow, PostView } from '#contract/posts.ts';
import { categories } from '#contract/values/categories.ts';
import { videosPerPage } from '#contract/values/lists.ts';
import {
  type PostSort,
  type PostState,
  postParts,
  postSorts,
  postStates,
  type SortDirection,
} from '#contract/values/posts.ts';
import { loadPage, pageOf } from '../kit/lists/pages.tsx';
import { fromRecord, type Video } from '../kit/records/video.ts';
import { adminClient } from '../kit/session/admin-client.ts';

/** The URL parameters that filter the list, besides state and search. */
export const filterNames = [
  'Category',
  'tag',
  'star',
  'partner',
  'host',
  'addedFrom',
  'addedTo',
  'viewsFrom',
  'viewsTo',
  'minutesFrom',
  'minutesTo',
  'without',
  'by',
  'import',
] as const;
export type FilterName = (typeof filterNames)[number];

const oneOf = (values: readonly string[]) => (text: string) => (values.includes(text) ? text : undefined);
const count = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);
const day = (text: string) => (Number.isNaN(Date.parse(text)) ? undefined : text.slice(0, 10));
const id = (text: string) => (/^\d{1,18}$/.test(text) ? text : undefined);
const short = (text: string) => (text.length <= 200 && !/\p{Cc}/u.test(text) ? text : undefined);

/** Parse a parameter; undefined if it is invalid, which is ignored. */
const readers: Record<FilterName, (text: string) => string | number | undefined> = {
  Category: oneOf(categories),
  tag: short,
  star: short,
  partner: id,
  host: short,
  addedFrom: day,
  addedTo: day,
  viewsFrom: count,
  viewsTo: count,
  minutesFrom: count,
  minutesTo: count,
  without: oneOf(postParts),
  by: id,
  import: id,
};

const enumOf = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((value) => value === text);

export const stateOf = (parameters: URLSearchParams): PostState =>
  enumOf(postStates, parameters.get('state')) ?? 'published';

export const postFilterOf = (parameters: URLSearchParams): PostFilterFields => {
  const search = parameters.get('search')?.trim() ?? '';
  const filters = filterNames.flatMap((name) => {
    const text = parameters.get(name) ?? '';
    const value = text === '' ? undefined : readers[name](text);
    return value === undefined ? [] : [[name, value]];
  });
  return { state: stateOf(parameters), ...(search ? { search } : {}), ...Object.fromEntries(filters) };
};

export const activeFilters = (filter: PostFilterFields) => filterNames.filter((name) => filter[name] !== undefined);

/** The order in the URL. Without `sort`, the API sorts searches by relevance and other lists by date. */
export const sortOf = (parameters: URLSearchParams): { sort?: PostSort; direction: SortDirection } => {
  const sort = enumOf(postSorts, parameters.get('sort'));
  const direction = parameters.get('direction') === 'asc' ? 'asc' : 'desc';
  return sort ? { sort, direction } : { direction: 'desc' };
};

/** Changes parameters of the list; undefined or blank ones are removed. Returns to page 1 and closes the form. */
export const withParameters = (parameters: URLSearchParams, changes: Record<string, string | undefined>) => {
  const changed = new URLSearchParams(parameters);
  for (const name of ['page', 'add', 'edit']) changed.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  return changed;
};

export const urlOf = (parameters: URLSearchParams) => (parameters.size > 0 ? `?${parameters}` : '?');

/** The part of a URL that a saved view stores. */
export const viewQueryOf = (parameters: URLSearchParams): string => {
  const query = new URLSearchParams();
  for (const name of ['state', 'search', ...filterNames, 'sort', 'direction']) {
    const value = parameters.get(name);
    if (value) query.set(name, value);
  }
  return String(query);
};

/** List columns that are not part of the post itself. */
export type PostDetails = Pick<PostRow, 'updatedAt' | 'partnerName' | 'createdBy' | 'clicks'>;

export interface PostList {
  videos: Video[];
  details: ReadonlyMap<string, PostDetails>;
  totalPages: number;
  totalRecords: number;
  counts: Record<PostState, number> | undefined;
  /** Posts that match a searched number, link or image but are deleted or in another state. */
  elsewhere: FoundElsewhere[];
}

const noPosts: PostList = {
  videos: [],
  details: new Map(),
  totalPages: 0,
  totalRecords: 0,
  counts: undefined,
  elsewhere: [],
};

const load = async (url: URL): Promise<PostList> => {
  const query = { ...postFilterOf(url.searchParams), ...sortOf(url.searchParams) };
  const { records, ...list } = await adminClient.getPostList({
    query: { page: pageOf(url), limit: videosPerPage, ...query },
  });
  return { ...list, videos: records.map(fromRecord), details: new Map(records.map((record) => [record._id, record])) };
};

export const loadPosts = (url: URL) => loadPage(url, load(url), noPosts, 'Failed to fetch data');

export const loadPostOptions = () => adminClient.getPostOptions();
export type PostOptions = Awaited<ReturnType<typeof loadPostOptions>>;

export const loadPostViews = async (): Promise<PostView[]> => (await adminClient.getPostViews()).views;
export const addPostView = (name: string, query: string) => adminClient.addPostView({ body: { name, query } });
export const deletePostView = (id: string) => adminClient.deletePostView({ params: { id } });
