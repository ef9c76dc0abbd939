import { videoPath } from '#contract/values/video-path.ts';
import type { Video } from '../records/video.ts';

export const foundBox = 'rounded-xl border border-accent bg-accent-soft px-4 py-3 text-sm';

/** Posts that look like the one in the form. Those that visitors cannot see open in the back-office. */
export function FoundVideos({ text, videos }: { text: string; videos: Video[] }) {
  if (videos.length === 0) return null;
  return (
    <div className={foundBox}>
      <p className="font-medium">{text}</p>
      <ul className="mt-1 list-disc pl-5">
        {videos.map(({ id, title, state }) => (
          <li key={id}>
            <a
              href={state === 'published' ? videoPath(id, title) : `/admin/posts?edit=${id}`}
              target="_blank"
              rel="noopener"
              className="underline underline-offset-3"
            >
              <bdi>{title}</bdi>
            </a>
            {state !== 'published' && ` (${state})`}
          </li>
        ))}
      </ul>
    </div>
  );
}
