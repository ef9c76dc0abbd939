import { useLayoutEffect } from 'react';
import { videosPerPage } from '#contract/values/paging.ts';

const cards = Array.from({ length: videosPerPage }, (_, index) => index);

const CardShape = () => (
  <div>
    <div className="pulse aspect-video" />
    <div className="pulse mt-3 h-4 w-4/5" />
    <div className="pulse mt-2 h-3 w-2/5" />
  </div>
);

const VideoShape = () => (
  <div className="grid gap-9 pb-10 md:grid-cols-[minmax(0,1.9fr)_minmax(260px,1fr)]">
    <div className="pulse aspect-video" />
    <div className="pulse h-40" />
  </div>
);

/** A skeleton of the next page. */
export function LoadingPage({ path }: { path: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll up again for each new page
  useLayoutEffect(() => {
    scrollTo(0, 0);
  }, [path]);
  return (
    <div className="wrap animate-[appear_.2s] pt-7">
      <p role="status" className="mb-5 text-muted">
        Loading...
      </p>
      <div aria-hidden="true">
        {path.startsWith('/video/') && <VideoShape />}
        <div className="video-grid">
          {cards.map((index) => (
            <CardShape key={index} />
          ))}
        </div>
      </div>
    </div>
  );
}
