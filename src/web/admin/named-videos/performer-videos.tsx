import { loadPage, pageOf, searchOf } from '../kit/lists/pages.tsx';
import { loadPerformerName, loadPerformerVideos, noVideos } from '../kit/records/video.ts';
import type { Route } from './+types/performer-videos.ts';
import { NamedVideos, pageSize } from './named-videos.tsx';

export const clientLoader = async ({ params: { star: performer }, url }: Route.ClientLoaderArgs) => {
  const page = pageOf(url);
  const [list, name] = await Promise.all([
    loadPage(
      url,
      loadPerformerVideos(performer, { page, limit: pageSize, search: searchOf(url) }),
      noVideos,
      'Failed to fetch data',
    ),
    loadPerformerName(performer).catch(() => undefined),
  ]);
  return { page, name: name ?? performer, list };
};

export default function PerformerVideos({ loaderData: { page, name, list } }: Route.ComponentProps) {
  return <NamedVideos kind="performer" name={name} page={page} list={list} />;
}
