import { isWebUrl } from '#contract/values/url.ts';
import { videoPath } from '#contract/values/video-path.ts';
import { useDebouncedFetch } from '../../../components/use-debounced-fetch.ts';
import { findSimilarVideos, type Video } from '../records/video.ts';

const debounceMs = 500;

function Warning({ text, videos }: { text: string; videos: Video[] }) {
  if (videos.length === 0) return null;
  return (
    <div className="rounded-xl border border-accent bg-accent-soft px-4 py-3 text-sm">
      <p className="font-medium">{text}</p>
      <ul className="mt-1 list-disc pl-5">
        {videos.map(({ id, title }) => (
          <li key={id}>
            <a href={videoPath(id, title)} target="_blank" rel="noopener" className="underline underline-offset-3">
              <bdi>{title}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface SimilarVideosProps {
  link: string;
  title: string;
  exclude: string | undefined;
}

/** Warns about videos that look like duplicates. */
export function SimilarVideos({ link, title, exclude }: SimilarVideosProps) {
  const url = isWebUrl(link.trim()) ? link.trim() : '';
  const found = useDebouncedFetch([url, title.trim()].join(' ').trim(), debounceMs, () =>
    findSimilarVideos(url, title.trim(), exclude),
  );
  const { sameLink, similarTitle } = found?.result ?? { sameLink: [], similarTitle: [] };
  return (
    <div role="status" className="grid gap-2.5 empty:hidden">
      <Warning text="This link is already in the catalogue:" videos={sameLink} />
      <Warning text="A very similar title is already in the catalogue:" videos={similarTitle} />
    </div>
  );
}
