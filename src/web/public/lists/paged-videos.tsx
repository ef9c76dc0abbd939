import { Pagination } from '../../components/pagination.tsx';
import { VideoGrid } from '../cards/video-grid.tsx';
import { EmptyList } from './empty-list.tsx';
import { ListError } from './list-error.tsx';
import type { VideoPage } from './video-page.ts';

interface PagedVideosProps {
  list: VideoPage;
  label: string;
  hrefOf: (page: number) => string;
  asCategory?: boolean;
}

/** Video cards with pagination, or the reason why there are none. */
export function PagedVideos({ list, label, hrefOf, asCategory = false }: PagedVideosProps) {
  if (list.error !== undefined) return <ListError message={list.error} />;
  return (
    <>
      {list.videos.length === 0 ? (
        <EmptyList />
      ) : (
        <VideoGrid videos={list.videos} label={label} asCategory={asCategory} />
      )}
      <Pagination plainLinks page={list.page} totalPages={list.totalPages} hrefOf={hrefOf} />
    </>
  );
}
