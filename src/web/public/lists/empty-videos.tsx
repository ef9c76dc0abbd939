import { isNarrowed } from '../narrowing/narrowing.ts';
import { NothingHere } from './nothing-here.tsx';
import type { VideoPage } from './video-page.ts';

interface EmptyVideosProps {
  list: VideoPage;
  hrefOf: (page: number) => string;
  /** Why the whole list is empty. */
  hint?: string | undefined;
}

const link = 'font-medium text-accent underline underline-offset-3';

/** Instead of a page without videos. One past the end of the list leads back into it. */
export function EmptyVideos({ list, hrefOf, hint }: EmptyVideosProps) {
  const { page, totalPages, popular, narrowing } = list;
  const isPastEnd = totalPages > 0 && page > totalPages;
  return (
    <NothingHere message="No videos found." popular={popular}>
      {isPastEnd ? (
        <>
          There is no page {page}: the list ends with page {totalPages}. Go to the{' '}
          <a href={hrefOf(totalPages)} className={link}>
            last page
          </a>{' '}
          or the{' '}
          <a href={hrefOf(1)} className={link}>
            first page
          </a>
          .
        </>
      ) : isNarrowed(narrowing) ? (
        'Nothing is left with all that is selected. Remove some of it, or clear all.'
      ) : (
        hint
      )}
    </NothingHere>
  );
}
