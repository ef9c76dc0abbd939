import { type ChangeEvent, type SubmitEvent, useEffect, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { type HidingName, namesOfWords } from '../card-menu/hiding-names.ts';
import {
  addToLibrary,
  LibraryFileError,
  libraryText,
  maxLibraryBytes,
  parseLibrary,
  readLibrary,
} from '../favourites/library-file.ts';
import { forgetRemoved, useRememberedCards } from '../favourites/remembered-cards.ts';
import {
  clearHistory,
  favourites,
  hidden,
  hide,
  historyEnabled,
  keepHistory,
  showAgain,
  watchedVideos,
} from '../favourites/stores.ts';
import { EmptyList, NothingHere } from '../lists/nothing-here.tsx';
import { VideoGrid } from '../lists/video-grid.tsx';
import { lookUpNames, type UnknownName } from '../narrowing/look-up-names.ts';
import { NameField } from '../narrowing/name-field.tsx';
import { namesIn, noNames, type TypedNames } from '../narrowing/typed-names.ts';
import { PageHead } from '../page-head.tsx';

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
            onChange={(event) => keepHistory(event.target.checked)}
            className="size-4.5 accent-glow"
          />
          Keep a history in this browser
        </label>
        {videos.length > 0 && (
          <button type="button" onClick={clearHistory} className="btn btn-quiet ml-auto h-9 px-3.5 text-sm">
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

const useNames = (words: string[]) => {
  const [names, setNames] = useState<HidingName[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void namesOfWords(words).then((all) => isCurrent && setNames(all));
    return () => {
      isCurrent = false;
    };
  }, [words]);
  return names;
};

function HideForm() {
  const [names, setNames] = useState(noNames);
  const [unknown, setUnknown] = useState<UnknownName[]>([]);
  const [problem, setProblem] = useState<string>();
  const change = (typed: TypedNames) => {
    setNames(typed);
    setUnknown([]);
    setProblem(undefined);
  };
  const hideNames = async (typed: TypedNames) => {
    try {
      const lookedUp = await lookUpNames(namesIn(typed));
      // For a term for which nothing is ever listed, there is nothing to hide.
      for (const ref of lookedUp?.refs ?? []) hide(ref);
      const refused = lookedUp?.unknown ?? [];
      setNames({ ...noNames, text: refused.map((each) => each.typed).join(', ') });
      setUnknown(refused);
    } catch {
      setProblem('The names could not be checked. Please try again.');
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void hideNames(names);
  };
  return (
    <form onSubmit={submit} className="mt-4 flex max-w-md items-start gap-2 *:first:grow">
      <NameField
        id="tag-to-hide"
        label="Tag or performer to hide"
        placeholder="A tag or performer"
        names={names}
        unknown={unknown}
        problem={problem}
        onChange={change}
        onChoose={(typed) => {
          change(typed);
          void hideNames(typed);
        }}
      />
      <button type="submit" className="btn btn-quiet mt-[26px]">
        Hide
      </button>
    </form>
  );
}

function HiddenSection() {
  const names = useNames(hidden.use());
  return (
    <section className="mt-12" aria-labelledby="hidden-tags">
      <h2 id="hidden-tags">Hidden tags, performers and videos</h2>
      <p className="mt-1 max-w-[70ch] text-muted">
        They are left out of all lists. For this, your browser sends them along when it asks for a list, without
        anything that says who you are. We don’t store them.
      </p>
      <HideForm />
      <ul className="mt-4 flex flex-wrap gap-2">
        {names.map(({ word, name }) => (
          <li key={word} className="max-w-full">
            <button
              type="button"
              dir="auto"
              className="chip max-w-full"
              onClick={() => showAgain(word)}
              aria-label={`Show ${name} again`}
            >
              <span className="truncate">{name}</span>
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
      <p className="mt-1 text-muted">We don’t store any of it. Favorites and history are not sent to us.</p>
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
      <HiddenSection />
      <LibraryFileSection />
    </div>
  );
}
