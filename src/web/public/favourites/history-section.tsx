import { VideoGrid } from '../cards/video-grid.tsx';
import { EmptyList } from '../lists/empty-list.tsx';
import { useRememberedCards } from './remembered-card.ts';
import { historyEnabled, watchedVideos } from './stores.ts';

export function HistorySection() {
  const videos = useRememberedCards(watchedVideos.use());
  const enabled = historyEnabled.use();
  return (
    <section className="mt-12" aria-labelledby="history">
      <div className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-3">
        <h2 id="history">History</h2>
        <label className="flex cursor-pointer items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={enabled}
            onChange={(event) => historyEnabled.write(event.target.checked)}
            className="size-4.5 accent-glow"
          />
          Keep a history in this browser
        </label>
        {videos.length > 0 && (
          <button
            type="button"
            onClick={() => watchedVideos.write([])}
            className="btn btn-quiet ml-auto h-9 px-3.5 text-sm"
          >
            Clear history
          </button>
        )}
      </div>
      {videos.length > 0 ? (
        <VideoGrid videos={videos} label="History" />
      ) : (
        <EmptyList>{enabled ? 'Videos that you open will appear here.' : 'History is off.'}</EmptyList>
      )}
    </section>
  );
}
