import { type ChangeEvent, type SubmitEvent, useEffect, useState } from 'react';
import { slugOf, wordsOfSlug } from '#contract/values/names.ts';
import { isProxied, picturesPath } from '#contract/values/urls.ts';
import { browserClient } from '../../browser-client.ts';
import { Icon } from '../../components/icon.tsx';
import { useSite } from '../../components/use-site.ts';
import type { CardVideo } from '../../components/video-card/card-video.ts';
import {
  addToLibrary,
  LibraryFileError,
  libraryText,
  maxLibraryBytes,
  parseLibrary,
  readLibrary,
} from '../favourites/library-file.ts';
import { favourites, hiddenTags, historyEnabled, toggleHiddenTag, watchedVideos } from '../favourites/stores.ts';
import { EmptyList, NothingHere } from '../lists/nothing-here.tsx';
import { VideoGrid } from '../lists/video-grid.tsx';
import { PageHead } from '../page-head.tsx';
import { loadVocabulary } from '../search/suggestions.ts';

/** Removes videos that the site had to remove from the visitor's lists, without sending those lists to the server. */
const forgetRemoved = async (): Promise<void> => {
  const { ids } = await browserClient.getRemovedVideos();
  const removed = new Set(ids);
  for (const store of [favourites, watchedVideos]) {
    const videos = store.read();
    const remaining = videos.filter(({ id }) => !removed.has(id));
    if (remaining.length < videos.length) store.write(remaining);
  }
};

const isOwn = (url: string) => url.startsWith('/');

/** URL of the video's current picture: the stored one may have been replaced. */
const currentPicture = ({ id }: CardVideo) => `${picturesPath}v${id}`;

const rememberedCard = (video: CardVideo, imageProxy: boolean): CardVideo => {
  const { image, previews, ...card } = video;
  const isCurrent = image === '' || (isOwn(image) ? !isProxied(image) : !imageProxy);
  const ownPreviews = imageProxy ? previews?.filter(isOwn) : previews;
  return {
    ...card,
    image: isCurrent ? image : currentPicture(video),
    ...(ownPreviews && ownPreviews.length > 0 ? { previews: ownPreviews } : {}),
  };
};

/** Stored cards. With the image proxy on, pictures of other sites, stored before, are replaced. */
const useRememberedCards = (videos: CardVideo[]): CardVideo[] => {
  const { imageProxy } = useSite().settings;
  return videos.map((video) => rememberedCard(video, imageProxy));
};

function HistorySection() {
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

/** Returns a function that maps a slug to the tag's name. The browser stores only slugs. */
const useTagNames = () => {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    loadVocabulary().then(({ tags }) =>
      setNames(new Map(tags.map(({ suggestion }) => [suggestion.slug, suggestion.text]))),
    );
  }, []);
  return (slug: string) => names.get(slug) ?? wordsOfSlug(slug);
};

function HiddenTagsSection() {
  const tags = hiddenTags.use();
  const nameOf = useTagNames();
  const [text, setText] = useState('');
  const hide = (event: SubmitEvent) => {
    event.preventDefault();
    const tag = slugOf(text.trim());
    if (tag !== '' && !tags.includes(tag)) toggleHiddenTag(tag);
    setText('');
  };
  return (
    <section className="mt-12" aria-labelledby="hidden-tags">
      <h2 id="hidden-tags">Hidden tags</h2>
      <p className="mt-1 text-muted">Videos with these tags are hidden from all lists.</p>
      <form onSubmit={hide} className="mt-4 flex max-w-md gap-2">
        <label className="flex-1">
          <span className="sr-only">Tag to hide</span>
          <input
            className="field"
            dir="auto"
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder="A tag"
          />
        </label>
        <button type="submit" className="btn btn-quiet">
          Hide
        </button>
      </form>
      <ul className="mt-4 flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tag}>
            <button
              type="button"
              dir="auto"
              className="chip"
              onClick={() => toggleHiddenTag(tag)}
              aria-label={`Show ${nameOf(tag)} again`}
            >
              {nameOf(tag)}
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const fileName = 'library.json';

const download = () => {
  const url = URL.createObjectURL(new Blob([libraryText(readLibrary())], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: fileName }).click();
  URL.revokeObjectURL(url);
};

const readFile = async (file: File) => {
  if (file.size > maxLibraryBytes)
    throw new LibraryFileError(`A library file can be at most ${maxLibraryBytes / 1024 / 1024} MB.`);
  return addToLibrary(parseLibrary(await file.text()));
};

function LibraryFileSection() {
  const [result, setResult] = useState({ message: '', failed: false });
  const importFile = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    try {
      setResult({ message: await readFile(file), failed: false });
    } catch (error) {
      const message = error instanceof LibraryFileError ? error.message : 'The file could not be read.';
      setResult({ message, failed: true });
    }
    // Lets the visitor choose the same file again.
    target.value = '';
  };
  return (
    <section className="mt-12" aria-labelledby="library-file">
      <h2 id="library-file">Move your library</h2>
      <p className="mt-1 max-w-[70ch] text-muted">
        Export favorites, history and hidden tags to a file, and import it in another browser. Importing adds to what is
        already there.
      </p>
      <div className="mt-4 flex flex-wrap gap-2.5">
        <button type="button" className="btn btn-quiet" onClick={download}>
          Export
        </button>
        <label className="btn btn-quiet cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
          Import
          <input type="file" accept=".json,application/json" className="sr-only" onChange={importFile} />
        </label>
      </div>
      <p role="status" className={`mt-3 min-h-6 ${result.failed ? 'text-danger' : ''}`}>
        {result.message}
      </p>
    </section>
  );
}

export default function Favourites() {
  const videos = useRememberedCards(favourites.use());
  useEffect(() => {
    forgetRemoved().catch((error: unknown) => console.warn(error));
  }, []);
  return (
    <div className="wrap pt-7">
      <PageHead
        title="Favorites and history"
        description="Your favorites, history and hidden tags, stored in this browser only."
        path="/mine"
        isIndexed={false}
      />
      <h1>Your library: saved only in this browser</h1>
      <p className="mt-1 text-muted">Nothing in it is sent to us.</p>
      <noscript>
        <p className="mt-4">Your library needs JavaScript, which is off in this browser.</p>
      </noscript>
      <section className="mt-8" aria-labelledby="favourites">
        <h2 id="favourites" className="mb-4">
          Favorites
        </h2>
        {videos.length > 0 ? (
          <VideoGrid videos={videos} label="Favorites" />
        ) : (
          <NothingHere message="Videos that you save will appear here.">
            Use the heart on a card, or “Save” on a video’s page. Good places to start:
          </NothingHere>
        )}
      </section>
      <HistorySection />
      <HiddenTagsSection />
      <LibraryFileSection />
    </div>
  );
}
