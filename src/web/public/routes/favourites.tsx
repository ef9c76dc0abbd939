import { useEffect } from 'react';
import { VideoGrid } from '../cards/video-grid.tsx';
import { forgetRemoved } from '../favourites/forget-removed.ts';
import { HiddenTagsSection } from '../favourites/hidden-tags-section.tsx';
import { HistorySection } from '../favourites/history-section.tsx';
import { LibraryFileSection } from '../favourites/library-file-section.tsx';
import { useRememberedCards } from '../favourites/remembered-card.ts';
import { favourites } from '../favourites/stores.ts';
import { PageHead } from '../head/page-head.tsx';
import { NothingHere } from '../lists/nothing-here.tsx';

export default function Favourites() {
  const videos = useRememberedCards(favourites.use());
  useEffect(() => {
    forgetRemoved().catch((error: unknown) => console.warn(error));
  }, []);
  return (
    <div className="wrap pt-7">
      <PageHead
        title="Favourites and history"
        description="Your favourites, history and hidden tags, stored in this browser only."
        path="/mine"
        isIndexed={false}
      />
      <h1>Your library: saved only in this browser</h1>
      <p className="mt-1 text-muted">Nothing of it is sent to us.</p>
      <noscript>
        <p className="mt-4">Your library needs JavaScript, which is off in this browser.</p>
      </noscript>
      <section className="mt-8" aria-labelledby="favourites">
        <h2 id="favourites" className="mb-4">
          Favourites
        </h2>
        {videos.length > 0 ? (
          <VideoGrid videos={videos} label="Favourites" />
        ) : (
          <NothingHere message="Videos that you save will appear here.">
            A heart is on every card, and “Save” on every video’s page. These are good places to start:
          </NothingHere>
        )}
      </section>
      <HistorySection />
      <HiddenTagsSection />
      <LibraryFileSection />
    </div>
  );
}
