import { pageOf, searchOf } from '../kit/lists/list-url.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { loadOr } from '../kit/session/failure.ts';
import type { Route } from './+types/tag-videos.ts';
import { NamedVideos } from './named-videos.tsx';
import { pageSize } from './video-columns.tsx';

const nothing = { records: [], totalPages: 0, currentPage: 1, totalRecords: 0 };

export const clientLoader = async ({ params: { tag }, url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const search = searchOf(url);
  const query = { page, limit: pageSize };
  const ofTag = adminClient.getTagPosts({ params: { tag }, query: { ...query, search } }).catch((error: unknown) => {
    console.warn(error);
    return adminClient.getPosts({ query: { ...query, search: `${tag} ${search}`.trim() } });
  });
  return { page, tag, list: await loadOr(ofTag, nothing, 'Failed to fetch data') };
};

export default function TagVideos({ loaderData: { page, tag, list } }: Route.ComponentProps) {
  return <NamedVideos kind="Tag" name={tag} page={page} list={list} />;
}
