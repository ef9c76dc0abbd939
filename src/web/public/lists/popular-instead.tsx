import { VideoGrid } from '../cards/video-grid.tsx';
import { tagHref } from '../hrefs.ts';
import type { Popular } from './popular.ts';

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
