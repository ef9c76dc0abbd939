import type { Catalogue } from '../index/catalogue.ts';
import { termOf } from '../index/catalogue.ts';
import { appendEntry, placeOf, setTermsAt, type TermList, termsAt, type VideoEntry } from '../index/columns.ts';

/** Beyond this many videos to renumber, building anew beside the old catalogue holds nobody up. */
const maxMovedVideos = 20_000;

const writeTerms = (catalogue: Catalogue, ordinal: number, terms: TermList) => {
  const before = new Set(termsAt(catalogue.columns, ordinal));
  const after = new Set(terms);
  for (const term of before) if (!after.has(term)) termOf(catalogue, term).videos.delete(ordinal);
  for (const term of after) if (!before.has(term)) termOf(catalogue, term).videos.add(ordinal);
  setTermsAt(catalogue.columns, ordinal, terms);
};

const writeVideo = (catalogue: Catalogue, ordinal: number, video: VideoEntry) => {
  const { columns } = catalogue;
  columns.ids[ordinal] = video.id;
  columns.publishedAt[ordinal] = video.publishedAt;
  columns.views[ordinal] = video.views;
  writeTerms(catalogue, ordinal, video.terms);
  catalogue.live.add(ordinal);
  catalogue.ordinals.set(video.id, ordinal);
};

/** Leaves a hole that keeps its place in publication order. */
const removeVideo = (catalogue: Catalogue, ordinal: number) => {
  writeTerms(catalogue, ordinal, []);
  catalogue.live.delete(ordinal);
  catalogue.ordinals.delete(catalogue.columns.ids[ordinal] as number);
};

const append = (catalogue: Catalogue, video: VideoEntry) => {
  const ordinal = appendEntry(catalogue.columns, video);
  for (const term of video.terms) termOf(catalogue, term).videos.add(ordinal);
  catalogue.live.add(ordinal);
  catalogue.ordinals.set(video.id, ordinal);
};

const isHole = (catalogue: Catalogue, ordinal: number) =>
  ordinal >= 0 && ordinal < catalogue.columns.size && !catalogue.live.has(ordinal);

/** Takes every video from this ordinal on out of the catalogue. */
const cutTail = (catalogue: Catalogue, from: number): VideoEntry[] => {
  const { columns, live } = catalogue;
  const tail: VideoEntry[] = [];
  const touched = new Set<number>();
  for (const ordinal of live.rangeUint32Array(from, columns.size)) {
    const terms = termsAt(columns, ordinal).slice();
    for (const term of terms) touched.add(term);
    columns.linksWasted += terms.length;
    tail.push({
      id: columns.ids[ordinal] as number,
      publishedAt: columns.publishedAt[ordinal] as number,
      views: columns.views[ordinal] as number,
      terms,
    });
  }
  for (const term of touched) termOf(catalogue, term).videos.removeRange(from, columns.size);
  live.removeRange(from, columns.size);
  columns.size = from;
  return tail;
};

const inPublicationOrder = (a: VideoEntry, b: VideoEntry) => a.publishedAt - b.publishedAt || a.id - b.id;

/** False where so many videos would have to move that the catalogue is better built anew. */
const insertAll = (catalogue: Catalogue, videos: VideoEntry[]): boolean => {
  videos.sort(inPublicationOrder);
  for (const [at, video] of videos.entries()) {
    const place = placeOf(catalogue.columns, video);
    if (place === catalogue.columns.size) append(catalogue, video);
    else if (isHole(catalogue, place)) writeVideo(catalogue, place, video);
    else if (isHole(catalogue, place - 1)) writeVideo(catalogue, place - 1, video);
    else {
      if (catalogue.columns.size - place > maxMovedVideos) return false;
      const rest = [...cutTail(catalogue, place), ...videos.slice(at)];
      for (const moved of rest.sort(inPublicationOrder)) append(catalogue, moved);
      return true;
    }
  }
  return true;
};

/**
 * Brings the catalogue to the present state of the changed videos: `present` are those that are live, `gone` the ids
 * of the others. False where the catalogue is better built anew; it can be asked meanwhile, without some of the videos.
 */
export const applyVideos = (catalogue: Catalogue, present: VideoEntry[], gone: number[]): boolean => {
  const { columns, ordinals } = catalogue;
  for (const id of gone) {
    const ordinal = ordinals.get(id);
    if (ordinal !== undefined) removeVideo(catalogue, ordinal);
  }
  const placed: VideoEntry[] = [];
  for (const video of present) {
    const ordinal = ordinals.get(video.id);
    if (ordinal !== undefined && columns.publishedAt[ordinal] === video.publishedAt) {
      writeVideo(catalogue, ordinal, video);
      continue;
    }
    if (ordinal !== undefined) removeVideo(catalogue, ordinal);
    placed.push(video);
  }
  return insertAll(catalogue, placed);
};

const minWaste = 1_000_000;

/** Edits leave unused room behind, which only building anew takes back. */
export const isWasteful = ({ columns }: Catalogue): boolean =>
  columns.linksWasted > Math.max(minWaste, columns.linksUsed / 2);
