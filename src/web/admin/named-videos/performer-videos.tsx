import { pageOf, searchOf } from '../kit/lists/list-url.ts';
import { loadVideos, noVideos } from '../kit/records/video.ts';
import { loadWithFallback } from '../kit/session/failure.ts';
import type { Route } from './+types/performer-videos.ts';
import { pageSize } from './named-video-columns.tsx';
import { NamedVideos } from './named-videos.tsx';

export const clientLoader = async ({ params: { star: performer }, url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const search = `${performer} ${searchOf(url)}`.trim();
  const list = await loadWithFallback(loadVideos({ page, limit: pageSize, search }), noVideos, 'Failed to fetch data');
  return { page, performer, list };
};

export default function PerformerVideos({ loaderData: { page, performer, list } }: Route.ComponentProps) {
  return <NamedVideos kind="performer" name={performer} page={page} list={list} />;
}
