import { type ReactNode, useEffect, useState } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import { browserClient } from '../../browser-client.ts';
import type { CardVideo } from '../../components/video-card/card-video.ts';
import { hidden } from '../favourites/stores.ts';
import { tagHref } from '../hrefs.ts';
import { isNarrowed } from '../narrowing/narrowing.ts';
import { useWaitingPath, useWhenReachable } from '../offline-navigation.tsx';
import { fetchPopular, type Popular } from './popular.ts';
import { VideoGrid } from './video-grid.tsx';
import type { VideoPage } from './video-page.ts';

const suggestedLists = [
  { label: 'Top videos', to: '/top-videos' },
  { label: 'New content', to: '/new-content' },
  { label: 'All tags', to: '/tags' },
  { label: 'Models', to: '/pornstars' },
];

function SuggestedLists() {
  return (
    <ul aria-label="Where to go from here" className="mt-6 flex flex-wrap justify-center gap-2">
      {suggestedLists.map(({ label, to }) => (
        <li key={to}>
          <a href={to} className="btn btn-quiet px-4">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function PopularInstead({ tags, videos }: Popular) {
  return (
    <>
      {tags.length > 0 && (
        <section aria-labelledby="popular-tags" className="mt-10">
          <h2 id="popular-tags">Popular tags</h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {tags.map(({ slug, name }) => (
              <li key={slug} data-tags={slug}>
                <a href={tagHref(slug)} dir="auto" className="chip min-h-11 px-4">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {videos.length > 0 && (
        <section aria-labelledby="popular-videos" className="mt-10 mb-6">
          <h2 id="popular-videos" className="mb-4">
            Top videos
          </h2>
          <VideoGrid videos={videos} label="Top videos" />
        </section>
      )}
    </>
  );
}

interface NothingHereProps {
  message: string;
  /** The reason, and what the visitor can do about it. */
  children?: ReactNode;
  popular?: Popular | undefined;
}

/** Replaces an empty list: says what happened and where to go from here. */
export function NothingHere({ message, children, popular }: NothingHereProps) {
  return (
    <div className="pb-8">
      <div className="rounded-2xl border border-line bg-surface px-5 py-9 text-center">
        <p className="text-lg font-[620] text-balance">{message}</p>
        {children && <div className="mx-auto mt-1.5 max-w-[60ch] text-balance text-muted">{children}</div>}
        <SuggestedLists />
      </div>
      {popular && <PopularInstead {...popular} />}
    </div>
  );
}

export function EmptyList({ children = 'No videos found.' }: { children?: string }) {
  return <p className="py-16 text-center text-muted">{children}</p>;
}

interface EmptyVideosProps {
  list: VideoPage;
  hrefOf: (page: number) => string;
  hint?: string | undefined;
}

const link = 'font-medium text-accent underline underline-offset-3';

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
        'No videos match all of these filters. Remove some, or clear all.'
      ) : (
        hint
      )}
    </NothingHere>
  );
}

/** Rendered after each list. The first-paint script shows it if hidden tags leave nothing of the list. */
export function AllHidden({ videos }: { videos: CardVideo[] }) {
  const words = hidden.use();
  const isAllHidden = videos.every(({ tagWords }) => tagWords.split(' ').some((word) => words.includes(word)));
  const [popular, setPopular] = useState<Popular>();
  useEffect(() => {
    if (isAllHidden) fetchPopular(browserClient).then(setPopular);
  }, [isAllHidden]);
  const showAgain = () => {
    const shown = new Set(videos.flatMap(({ tagWords }) => tagWords.split(' ')));
    hidden.write(hidden.read().filter((word) => !shown.has(word)));
  };
  return (
    <div className="all-hidden">
      <NothingHere message="Hidden" popular={isAllHidden ? popular : undefined}>
        <p>You have hidden all of these videos, or tags or performers of theirs.</p>
        <button type="button" onClick={showAgain} className="btn btn-quiet mt-6">
          Show again
        </button>
      </NothingHere>
    </div>
  );
}

interface ListErrorProps {
  message: string;
  /** There was no response at all. */
  isUnreachable?: boolean;
}

/** Replaces a list that could not be loaded. Retries when the site is reachable again, or by a plain link. */
export function ListError({ message, isUnreachable = false }: ListErrorProps) {
  const path = createPath(useLocation());
  const navigate = useNavigate();
  // A navigation to another page is waiting for the connection as well.
  const isLeaving = useWaitingPath() !== undefined;
  useWhenReachable(isUnreachable, () => {
    if (!isLeaving) navigate(path, { replace: true });
  });

  return (
    <div className="py-10 text-center">
      <p role="alert" className="font-medium text-danger">
        {message}
      </p>
      <a href={path} className="btn btn-quiet mt-4">
        Try again
      </a>
    </div>
  );
}
