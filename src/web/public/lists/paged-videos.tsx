import { VideoGrid } from '../cards/video-grid.tsx';
import { AllHidden } from './all-hidden.tsx';
import { EmptyVideos } from './empty-videos.tsx';
import { ListError } from './list-error.tsx';
import { PageLinks } from './page-links.tsx';
import type { VideoPage } from './video-page.ts';

interface PagedVideosProps {
  list: VideoPage;
  label: string;
  hrefOf: (page: number) => string;
  asCategory?: boolean;
  /** Why the list may be empty. */
  emptyHint?: string;
}

/** Video cards with pagination, or the reason why there are none. */
export function PagedVideos({ list, label, hrefOf, asCategory = false, emptyHint }: PagedVideosProps) {
  if (list.error !== undefined) return <ListError message={list.error} />;
  if (list.videos.length === 0) return <EmptyVideos list={list} hrefOf={hrefOf} hint={emptyHint} />;
  return (
    <>
      <VideoGrid videos={list.videos} label={label} asCategory={asCategory} isFirst />
      <AllHidden videos={list.videos} />
      <PageLinks page={list.page} totalPages={list.totalPages} hrefOf={hrefOf} />
    </>
  );
}
