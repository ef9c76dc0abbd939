import type { Db } from '#db/database.ts';
import { foldSearch } from './fold-search.ts';
import { type LoggedSearch, writeSearches } from './write-searches.ts';

export interface SearchRecorderOptions {
  db: Db;
  /** Whether a text has results, or leads to a page. */
  isFound: (text: string) => Promise<boolean>;
  /** Whether a text is about what may never be listed: it is not stored. */
  isProhibited: (text: string) => Promise<boolean>;
  onError: (error: unknown) => void;
  /** How long searches are collected before they are written. */
  writeAfterMs?: number;
}

export interface SearchRecorder {
  /** Counts a search. It never fails, and waits for nothing. */
  record: (typed: string, network: string) => void;
  /** Writes what has been collected. */
  stop: () => Promise<void>;
}

/** Whatever is longer was pasted, and may be anything. */
const maxTextLength = 100;
/** Folding makes a text longer only by accident; a text far beyond the limit is not folded at all. */
const maxTypedLength = 300;
/** Bounds memory while the database is slow. */
const maxPending = 5_000;

/** Collects searches and writes them together, so that a page is sent without waiting for the database. */
export const createSearchRecorder = (options: SearchRecorderOptions): SearchRecorder => {
  const { db, isFound, isProhibited, onError, writeAfterMs = 3_000 } = options;
  let pending = new Map<string, LoggedSearch>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const searches: LoggedSearch[] = [];
    const collected = [...pending.values()];
    pending = new Map();
    // A lost count is of no consequence: it is not retried.
    try {
      for (const search of collected) if (!(await isProhibited(search.text))) searches.push(search);
      if (searches.length > 0) await writeSearches(db, searches, isFound);
    } catch (error) {
      onError(error);
    }
  };

  const writeNext = () => {
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };

  return {
    record: (typed, network) => {
      if (typed.length > maxTypedLength || pending.size >= maxPending) return;
      const text = foldSearch(typed);
      if (text === '' || text.length > maxTextLength) return;
      pending.set(`${network} ${text}`, { text, network });
      timer ??= setTimeout(writeNext, writeAfterMs).unref();
    },
    stop: () => {
      clearTimeout(timer);
      return writeNext();
    },
  };
};
