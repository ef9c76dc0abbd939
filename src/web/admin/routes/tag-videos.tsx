import { pageOf, searchOf } from '../lists/list-address.ts';
import { adminClient } from '../session/admin-client.ts';
import { loadOr } from '../session/failure.ts';
import { NamedVideos } from '../videos/named-videos.tsx';
import { pageSize } from '../videos/video-columns.tsx';
import type { Route } from './+types/tag-videos.ts';

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
