import type { FoundElsewhere, PostRow, PostView } from '#contract/post-list.ts';
import { videosPerPage } from '#contract/values/paging.ts';
import type { PostState } from '#contract/values/post-filter.ts';
import { pageOf } from '../kit/lists/list-url.ts';
import { loadPage } from '../kit/lists/load-page.ts';
import { fromRecord, type Video } from '../kit/records/video.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { postFilterOf, sortOf } from './list-query.ts';

/** What the list says of a post besides the post itself. */
export type PostDetails = Pick<PostRow, 'updatedAt' | 'partnerName' | 'createdBy' | 'clicks'>;

export interface PostList {
  videos: Video[];
  details: ReadonlyMap<string, PostDetails>;
  totalPages: number;
  totalRecords: number;
  counts: Record<PostState, number> | undefined;
  /** Posts that were searched for by number, link or image, and are in another list. */
  elsewhere: FoundElsewhere[];
}

const noPosts: PostList = {
  ...{ videos: [], details: new Map(), totalPages: 0, totalRecords: 0, counts: undefined, elsewhere: [] },
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
