import { type ReactNode, useEffect, useState } from 'react';
import { browserClient } from '../../browser-client.ts';
import { plural, truncate } from '../../components/format.ts';
import { type CardVideo, cardOf } from '../../components/video-card/card-video.ts';
import { forgetRemoved, useRememberedCards } from '../favourites/remembered-cards.ts';
import { favourites, hideParameter, watchedVideos } from '../favourites/stores.ts';
import { VideoGrid } from '../lists/video-grid.tsx';
import { beginVisit, newSince, type Visit, whenInWords } from './visits.ts';

const maxCards = 8;
const maxTitle = 40;

function NewSince({ newest, before }: { newest: CardVideo[]; before: Visit }) {
  const count = newSince(
    newest.map(({ id }) => Number(id)),
    before,
  );
  const when = whenInWords(before.at);
  if (count === 0) return <p className="returning-news text-muted">Nothing new since you were here {when}.</p>;
  const isMore = count === newest.length;
  return (
    <p className="returning-news">
      <a href="#new-videos" className="font-medium text-accent underline underline-offset-3">
        {isMore ? `${count} or more new videos` : plural(count, 'new video')}
      </a>{' '}
      since you were here {when}
    </p>
  );
}

interface RowProps {
  id: string;
  heading: ReactNode;
  label: string;
  videos: CardVideo[] | undefined;
}

function Row({ id, heading, label, videos }: RowProps) {
  return (
    <section aria-labelledby={id} className="returning-row">
      <h2 id={id} className="truncate">
        {heading}
      </h2>
      {videos === undefined && <div className="pulse mt-3 aspect-video w-[168px]" />}
      {videos?.length === 0 && <p className="mt-3 text-muted">Nothing more like it at the moment.</p>}
      {videos && videos.length > 0 && <VideoGrid videos={videos} label={label} className="mini-row" />}
    </section>
  );
}

/** The tags and performers of a stored card, as a search for related videos. */
const relatedSearch = ({ tagWords, title }: CardVideo) =>
  tagWords
    .split(' ')
    .filter((word) => word !== '' && !word.startsWith('video:'))
    .map((word) => word.replace(/^performer:/, ''))
    .join(' ') || title;

/** Videos like a saved one, without those that were saved or opened. */
const useMoreLike = (saved: CardVideo | undefined) => {
  const [found, setFound] = useState<{ of: string; videos: CardVideo[] }>();
  const id = saved?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each saved video
  useEffect(() => {
    if (!saved) return;
    const known = new Set([...favourites.read(), ...watchedVideos.read()].map((video) => video.id));
    const query = { search: relatedSearch(saved), exclude: saved.id, hide: hideParameter() };
    browserClient.getRelated({ query }).then(
      ({ records }) => {
        const videos = records.map(cardOf).filter((video) => !known.has(video.id));
        setFound({ of: saved.id, videos: videos.slice(0, maxCards) });
      },
      (error: unknown) => {
        console.warn(error);
        setFound({ of: saved.id, videos: [] });
      },
    );
  }, [id]);
  return found?.of === id ? found?.videos : undefined;
};

/** What is new, what was opened last, and more like what was saved last. */
export default function ReturningRows({ newest }: { newest: CardVideo[] }) {
  const [before] = useState(() => beginVisit(Math.max(0, ...newest.map(({ id }) => Number(id)))));
  const opened = useRememberedCards(watchedVideos.use().slice(0, maxCards));
  const [saved] = favourites.use();
  const more = useMoreLike(saved);
  useEffect(() => {
    forgetRemoved().catch((error: unknown) => console.warn(error));
  }, []);
  return (
    <>
      {before && newest.length > 0 && <NewSince newest={newest} before={before} />}
      {opened.length > 0 && <Row id="go-on" heading="Go on" label="Opened last" videos={opened} />}
      {saved && (
        <Row
          id="more-like"
          heading={
            <>
              Because you saved “<bdi>{truncate(saved.title, maxTitle)}</bdi>”
            </>
          }
          label="More like what you saved"
          videos={more}
        />
      )}
    </>
  );
}
