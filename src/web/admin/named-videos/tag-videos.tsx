import { loadPage, pageOf, searchOf } from '../kit/lists/pages.tsx';
import { loadTagVideos, loadVideos, noVideos } from '../kit/records/video.ts';
import type { Route } from './+types/tag-videos.ts';
import { NamedVideos, pageSize } from './named-videos.tsx';

export const clientLoader = async ({ params: { tag }, url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const search = searchOf(url);
  const query = { page, limit: pageSize };
  // If the tag's list fails, search for the tag instead.
  const videos = loadTagVideos(tag, { ...query, search }).catch((error: unknown) => {
    console.warn(error);
    return loadVideos({ ...query, search: `${tag} ${search}`.trim() });
  });
  return { page, tag, list: await loadPage(url, videos, noVideos, 'Failed to fetch data') };
};

export default function TagVideos({ loaderData: { page, tag, list } }: Route.ComponentProps) {
  return <NamedVideos kind="tag" name={list.data.name ?? tag} page={page} list={list} />;
}
