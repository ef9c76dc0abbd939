import { type Catalogue, countNames, termOf } from '../index/catalogue.ts';
import {
  appendEntry,
  insertionOrdinal,
  setFieldsAt,
  setTermsAt,
  type TermList,
  termsAt,
  type VideoEntry,
} from '../index/columns.ts';
import type { WordsOfVideo } from '../index/query-cache.ts';
import { wordsOfName } from '../index/terms.ts';

/** Renumbering more videos would block requests for longer than a rebuild in the background. */
const maxMovedVideos = 20_000;

const wordsOfTerms = (catalogue: Catalogue, ids: TermList): WordsOfVideo => {
  const terms = Array.from(ids, (id) => termOf(catalogue, id));
  return {
    title: terms.flatMap((term) => (term.kind === 'word' ? [term.word] : [])),
    others: terms.flatMap((term) => {
      if (term.kind === 'text') return [term.word];
      return term.kind === 'tag' || term.kind === 'performer' ? wordsOfName(term) : [];
    }),
  };
};

const updatePrefixes = (catalogue: Catalogue, ordinal: number, terms: TermList) =>
  catalogue.shortPrefixes.update(ordinal, () => wordsOfTerms(catalogue, terms));

const titleWords = (catalogue: Catalogue, terms: TermList) =>
  Array.from(terms).filter((id) => termOf(catalogue, id).kind === 'word');

const isSame = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((id, at) => id === b[at]);

const writeTerms = (catalogue: Catalogue, ordinal: number, terms: TermList) => {
  const before = new Set(termsAt(catalogue.columns, ordinal));
  const after = new Set(terms);
  for (const term of before) if (!after.has(term)) termOf(catalogue, term).videos.delete(ordinal);
  for (const term of after) if (!before.has(term)) termOf(catalogue, term).videos.add(ordinal);
  setTermsAt(catalogue.columns, ordinal, terms);
  countNames(catalogue.columns, catalogue.terms, ordinal);
  updatePrefixes(catalogue, ordinal, terms);
};

const writeVideo = (catalogue: Catalogue, ordinal: number, video: VideoEntry) => {
  const { columns } = catalogue;
  const termsBefore = termsAt(columns, ordinal);
  if (!isSame(titleWords(catalogue, termsBefore), titleWords(catalogue, video.terms))) catalogue.retitled.add(ordinal);
  setFieldsAt(columns, ordinal, video);
  writeTerms(catalogue, ordinal, video.terms);
  catalogue.live.add(ordinal);
  catalogue.ordinals.set(video.id, ordinal);
};

/** Leaves a hole, so that the ordinals of later videos don't change. The rank of a hole doesn't matter. */
const removeVideo = (catalogue: Catalogue, ordinal: number) => {
  writeTerms(catalogue, ordinal, []);
  catalogue.live.delete(ordinal);
  catalogue.ordinals.delete(catalogue.columns.ids[ordinal] as number);
};

const append = (catalogue: Catalogue, video: VideoEntry) => {
  const ordinal = appendEntry(catalogue.columns, video);
  for (const term of video.terms) termOf(catalogue, term).videos.add(ordinal);
  countNames(catalogue.columns, catalogue.terms, ordinal);
  catalogue.retitled.add(ordinal);
  updatePrefixes(catalogue, ordinal, video.terms);
  catalogue.live.add(ordinal);
  catalogue.ordinals.set(video.id, ordinal);
};

const isHole = (catalogue: Catalogue, ordinal: number) =>
  ordinal >= 0 && ordinal < catalogue.columns.size && !catalogue.live.has(ordinal);

/** Removes and returns all videos from this ordinal on. */
const cutTail = (catalogue: Catalogue, from: number): VideoEntry[] => {
  const { columns, live } = catalogue;
  const tail: VideoEntry[] = [];
  const removedTerms = new Set<number>();
  for (const ordinal of live.rangeUint32Array(from, columns.size)) {
    const terms = termsAt(columns, ordinal).slice();
    for (const term of terms) removedTerms.add(term);
    columns.linksWasted += terms.length;
    tail.push({
      id: columns.ids[ordinal] as number,
      publishedAt: columns.publishedAt[ordinal] as number,
      views: columns.views[ordinal] as number,
      minutes: columns.minutes[ordinal] as number,
      updatedAt: columns.updatedAt[ordinal] as number,
      record: columns.records[ordinal] as number,
      terms,
    });
  }
  for (const term of removedTerms) termOf(catalogue, term).videos.removeRange(from, columns.size);
  live.removeRange(from, columns.size);
  catalogue.shortPrefixes.clear();
  columns.size = from;
  return tail;
};

const inPublicationOrder = (a: VideoEntry, b: VideoEntry) => a.publishedAt - b.publishedAt || a.id - b.id;

/** False if too many videos would have to move: then the index must be rebuilt. */
const insertAll = (catalogue: Catalogue, videos: VideoEntry[]): boolean => {
  videos.sort(inPublicationOrder);
  for (const [at, video] of videos.entries()) {
    const ordinal = insertionOrdinal(catalogue.columns, video);
    if (ordinal === catalogue.columns.size) append(catalogue, video);
    else if (isHole(catalogue, ordinal)) writeVideo(catalogue, ordinal, video);
    else if (isHole(catalogue, ordinal - 1)) writeVideo(catalogue, ordinal - 1, video);
    else {
      if (catalogue.columns.size - ordinal > maxMovedVideos) return false;
      const rest = [...cutTail(catalogue, ordinal), ...videos.slice(at)];
      for (const moved of rest.sort(inPublicationOrder)) append(catalogue, moved);
      return true;
    }
  }
  return true;
};

/**
 * Adds or updates `videos` and removes the videos with `removedIds`. Returns false if the index must be rebuilt; until
 * then it still answers queries, but lacks some of the videos.
 */
export const applyVideos = (catalogue: Catalogue, videos: VideoEntry[], removedIds: number[]): boolean => {
  const { columns, ordinals } = catalogue;
  for (const id of removedIds) {
    const ordinal = ordinals.get(id);
    if (ordinal !== undefined) removeVideo(catalogue, ordinal);
  }
  const inserted: VideoEntry[] = [];
  for (const video of videos) {
    const ordinal = ordinals.get(video.id);
    if (ordinal !== undefined && columns.publishedAt[ordinal] === video.publishedAt) {
      writeVideo(catalogue, ordinal, video);
      continue;
    }
    if (ordinal !== undefined) removeVideo(catalogue, ordinal);
    inserted.push(video);
  }
  return insertAll(catalogue, inserted);
};

/** Entries of `links`: 32 MB. */
const minWastedLinks = 8_000_000;
const maxAppendedBytes = 256 * 1024 * 1024;

/** Edits leave unused entries in `links` and old records in the record file, which only a rebuild removes. */
export const isWasteful = ({ columns, records }: Catalogue): boolean =>
  columns.linksWasted > Math.max(minWastedLinks, columns.linksUsed / 2) ||
  records.bytes > 2 * records.builtBytes + maxAppendedBytes;
