import { pageJumps } from '../../components/page-numbers.ts';
import { Pagination } from '../../components/pagination.tsx';
import { AllHidden, EmptyVideos, ListError } from './nothing-here.tsx';
import { VideoGrid } from './video-grid.tsx';
import type { VideoPage } from './video-page.ts';

interface PageLinksProps {
  page: number;
  totalPages: number;
  hrefOf: (page: number) => string;
}

/** Pagination, followed by links to pages further away. */
export function PageLinks({ page, totalPages, hrefOf }: PageLinksProps) {
  const jumps = pageJumps(page, totalPages);
  return (
    <>
      <Pagination plainLinks page={page} totalPages={totalPages} hrefOf={hrefOf} />
      {jumps.length > 0 && (
        <nav aria-label="More pages" className="page-jumps">
          <span>Jump to</span>
          {jumps.map((target) => (
            <a key={target} href={hrefOf(target)}>
              {target}
            </a>
          ))}
        </nav>
      )}
    </>
  );
}

interface PagedVideosProps {
  list: VideoPage;
  label: string;
  hrefOf: (page: number) => string;
  asCategory?: boolean;
  emptyHint?: string;
}

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
