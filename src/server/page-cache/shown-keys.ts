import { ApiError } from '#contract/api-error.ts';
import type { Client } from '#contract/client.ts';
import type { RouteName } from '#contract/routes.ts';
import type { VideoList } from '#contract/videos.ts';
import type { Touched } from '#domain/search/touched.ts';

type Input<K extends RouteName> = NonNullable<Parameters<Client[K]>[0]>;
type Output<K extends RouteName> = Awaited<ReturnType<Client[K]>>;

/** What an answer shows, by the names of what a change touches; without an answer, what was asked about. */
type ShownBy = { [K in RouteName]?: (input: Input<K>, output: Output<K> | undefined) => string[] };

const videoKey = (id: number | string) => `video ${id}`;
const listKey = (list: string) => `list ${list}`;
const nameKey = (name: string) => `name ${name}`;
const anyTag = 'any tag';
const anyPerformer = 'any performer';
const anySearch = 'any search';

const videosOf = (list: VideoList | undefined) => list?.records.map(({ _id }) => videoKey(_id)) ?? [];
const tagNames = (tags: string[] = []) => tags.map((tag) => nameKey(`tag:${tag}`));
const performerNames = (names: string[] = []) => names.map((name) => nameKey(`performer:${name}`));

const list = (name: string) => (input: { query?: { search?: string } }, output: VideoList | undefined) => [
  input.query?.search ? anySearch : listKey(name),
  ...videosOf(output),
];

const shownBy: ShownBy = {
  getSettings: () => ['settings'],
  findWebsites: () => ['partners'],
  getVideo: ({ params }) => [videoKey(params.id)],
  getPosts: list('all'),
  getNewVideos: list('all'),
  getPopularVideos: list('all'),
  getTopRated: list('all'),
  getIndians: list('category:indian'),
  getHijabi: list('category:hijabi'),
  // A new video may be nearer than those: it comes in when the page is next made.
  getRelated: (_, output) => videosOf(output),
  getPornstar: ({ params }, output) => [listKey(`performer:${params.name}`), ...videosOf(output)],
  getTagPosts: ({ params }, output) => [listKey(`tag:${params.tag}`), ...videosOf(output)],
  getTagMetadata: ({ params }) => [listKey(`tag:${params.tag}`)],
  getTagImages: ({ body }) => body.tags.map((tag) => listKey(`tag:${tag}`)),
  getTags: () => [anyTag],
  getRandomTags: (_, output) => tagNames(output?.tags),
  getFooterTags: (_, output) => tagNames(output?.tags),
  getPornstars: () => [anyPerformer],
  getPornstarImages: ({ body }) => performerNames(body.names),
  getFooterPornstars: (_, output) => ['settings', ...performerNames(output?.pornstars)],
};

/** Everything by which pages are dropped after a change. */
export const keysOf = ({ videos, lists, names, partners, settings }: Touched): Set<string> => {
  const keys = new Set<string>();
  for (const id of videos) keys.add(videoKey(id));
  for (const name of lists) keys.add(listKey(name));
  for (const name of names) keys.add(nameKey(name)).add(name.startsWith('tag:') ? anyTag : anyPerformer);
  if (videos.size + names.size > 0) keys.add(anySearch);
  if (partners) keys.add('partners');
  if (settings) keys.add('settings');
  return keys;
};

/** What a page turned out to show; `whole` as long as no call failed that the page then did without. */
export interface Shown {
  keys: Set<string>;
  whole: boolean;
}

/** A client that notes what is shown of its answers. A call that is not known here makes a page that cannot be kept. */
export const notingClient = (client: Client, shown: Shown): Client => {
  const noted =
    (name: RouteName) =>
    async (input: object = {}) => {
      const keysFrom = shownBy[name] as ((asked: object, output: unknown) => string[]) | undefined;
      const note = (output: unknown) => {
        if (keysFrom) for (const key of keysFrom(input, output)) shown.keys.add(key);
        else shown.whole = false;
      };
      try {
        const output = await (client[name] as (asked: object) => Promise<unknown>)(input);
        note(output);
        return output;
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) note(undefined);
        else shown.whole = false;
        throw error;
      }
    };
  return new Proxy(client, { get: (_, name) => noted(name as RouteName) });
};
