import { pageOf, searchOf } from '../kit/lists/list-url.ts';
import { loadVideos, noVideos } from '../kit/records/video.ts';
import { loadOr } from '../kit/session/failure.ts';
import type { Route } from './+types/star-videos.ts';
import { NamedVideos } from './named-videos.tsx';
import { pageSize } from './video-columns.tsx';

export const clientLoader = async ({ params: { star }, url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const search = `${star} ${searchOf(url)}`.trim();
  const list = await loadOr(loadVideos({ page, limit: pageSize, search }), noVideos, 'Failed to fetch data');
  return { page, star, list };
};

export default function StarVideos({ loaderData: { page, star, list } }: Route.ComponentProps) {
  return <NamedVideos kind="Star" name={star} page={page} list={list} />;
}
