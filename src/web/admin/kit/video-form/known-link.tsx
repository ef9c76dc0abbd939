import { useState } from 'react';
import { isWebUrl } from '#contract/values/url.ts';
import { useDebouncedFetch } from '../../../components/use-debounced-fetch.ts';
import { notify, notifyFailure } from '../feedback/toasts.tsx';
import { dayLabel } from '../format/dates.ts';
import { restoreDeleted } from '../records/deleted-record.ts';
import { findSimilarVideos } from '../records/video.ts';
import { failureMessage } from '../session/failure.ts';
import { FoundVideos, foundBox } from './found-videos.tsx';

/** A pasted link is looked up at once; this only spares calls while somebody types. */
const debounceMs = 150;

interface KnownLinkProps {
  link: string;
  exclude: string | undefined;
}

/** What the catalogue knows about a link, however it is written: the posts that have it, and those that had it. */
export function KnownLink({ link, exclude }: KnownLinkProps) {
  const url = isWebUrl(link.trim()) ? link.trim() : '';
  const [restored, setRestored] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const key = url && [url, ...restored].join(' ');
  const found = useDebouncedFetch(key, debounceMs, () => findSimilarVideos(url, '', exclude));
  const { sameLink = [], deletedLink = [] } = found?.key === key ? found.result : {};

  const restore = async (video: (typeof deletedLink)[number]) => {
    setBusy(true);
    try {
      const message = await restoreDeleted('posts', video);
      setRestored((ids) => [...ids, video.id]);
      notify(message ?? 'Post restored', { label: 'Open', href: `/admin/posts?edit=${video.id}` });
    } catch (error) {
      notifyFailure(failureMessage(error, 'The post could not be restored.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div role="status" className="grid gap-2.5 empty:hidden">
      <FoundVideos text="This link is already in the catalogue:" videos={sameLink} />
      {deletedLink.length > 0 && (
        <div className={foundBox}>
          <p className="font-medium">A post with this link was deleted:</p>
          <ul className="mt-1 grid gap-1">
            {deletedLink.map((video) => (
              <li key={video.id} className="flex flex-wrap items-center justify-between gap-x-3">
                <span>
                  <bdi>{video.title}</bdi> <span className="text-muted">· {dayLabel(video.deletedAt)}</span>
                </span>
                <button
                  type="button"
                  className="btn btn-quiet px-3"
                  aria-label={`Restore ${video.title}`}
                  disabled={busy}
                  onClick={() => void restore(video)}
                >
                  Restore
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
