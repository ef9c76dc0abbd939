import { type YieldToEventLoop, yieldEvery } from '#domain/yield-to-event-loop.ts';
import { inOrdinalOrder, sortBy } from './sorting.ts';

/**
 * Arrays of the fields of videos by ordinal, and the forward index: the terms of each video. Ordinals follow
 * publication order. Deleted videos leave holes.
 */
export interface Columns {
  size: number;
  ids: Float64Array<ArrayBuffer>;
  /** Milliseconds since 1970. */
  publishedAt: Float64Array<ArrayBuffer>;
  views: Float64Array<ArrayBuffer>;
  /** Length, capped at `maxMinutes`. 0 if unknown. */
  minutes: Uint16Array<ArrayBuffer>;
  /** When it was last edited, in seconds since 1970. */
  updatedAt: Uint32Array<ArrayBuffer>;
  tagCounts: Uint16Array<ArrayBuffer>;
  performerCounts: Uint16Array<ArrayBuffer>;
  /** The position of each video's record in the record file. */
  records: Uint32Array<ArrayBuffer>;
  /** Offset and number of each video's terms in `links`. */
  starts: Uint32Array<ArrayBuffer>;
  lengths: Uint32Array<ArrayBuffer>;
  links: Uint32Array<ArrayBuffer>;
  linksUsed: number;
  /** Number of entries of `links` that no video uses any more. */
  linksWasted: number;
}

export type TermList = readonly number[] | Uint32Array;

export interface VideoEntry {
  id: number;
  publishedAt: number;
  views: number;
  minutes: number;
  updatedAt: number;
  record: number;
  terms: TermList;
}

const maxMinutes = 65_535;

export const minutesColumn = (minutes: number | null) => Math.min(minutes ?? 0, maxMinutes);

export const newColumns = (videos: number, links: number): Columns => ({
  size: 0,
  ids: new Float64Array(videos),
  publishedAt: new Float64Array(videos),
  views: new Float64Array(videos),
  minutes: new Uint16Array(videos),
  updatedAt: new Uint32Array(videos),
  tagCounts: new Uint16Array(videos),
  performerCounts: new Uint16Array(videos),
  records: new Uint32Array(videos),
  starts: new Uint32Array(videos),
  lengths: new Uint32Array(videos),
  links: new Uint32Array(links),
  linksUsed: 0,
  linksWasted: 0,
});

const grownCapacity = (needed: number) => Math.ceil(needed * 1.15) + 1_024;

const growFloats = (column: Float64Array<ArrayBuffer>, needed: number) => {
  const larger = new Float64Array(grownCapacity(needed));
  larger.set(column);
  return larger;
};

export const growIntegers = (column: Uint32Array<ArrayBuffer>, needed: number) => {
  const larger = new Uint32Array(grownCapacity(needed));
  larger.set(column);
  return larger;
};

export const growShorts = (column: Uint16Array<ArrayBuffer>, needed: number) => {
  const larger = new Uint16Array(grownCapacity(needed));
  larger.set(column);
  return larger;
};

const ensureCapacity = (columns: Columns, videos: number, links: number): void => {
  const size = columns.size + videos;
  if (size > columns.ids.length) {
    columns.ids = growFloats(columns.ids, size);
    columns.publishedAt = growFloats(columns.publishedAt, size);
    columns.views = growFloats(columns.views, size);
    columns.minutes = growShorts(columns.minutes, size);
    columns.updatedAt = growIntegers(columns.updatedAt, size);
    columns.tagCounts = growShorts(columns.tagCounts, size);
    columns.performerCounts = growShorts(columns.performerCounts, size);
    columns.records = growIntegers(columns.records, size);
    columns.starts = growIntegers(columns.starts, size);
    columns.lengths = growIntegers(columns.lengths, size);
  }
  const used = columns.linksUsed + links;
  if (used > columns.links.length) columns.links = growIntegers(columns.links, used);
};

export const termsAt = (columns: Columns, ordinal: number): Uint32Array => {
  const start = columns.starts[ordinal] as number;
  return columns.links.subarray(start, start + (columns.lengths[ordinal] as number));
};

/** Overwrites the old terms if the new ones fit; otherwise appends the new ones. */
export const setTermsAt = (columns: Columns, ordinal: number, terms: TermList): void => {
  const before = columns.lengths[ordinal] as number;
  if (terms.length > before) {
    ensureCapacity(columns, 0, terms.length);
    columns.starts[ordinal] = columns.linksUsed;
    columns.linksUsed += terms.length;
    columns.linksWasted += before;
  } else {
    columns.linksWasted += before - terms.length;
  }
  columns.links.set(terms, columns.starts[ordinal]);
  columns.lengths[ordinal] = terms.length;
};

/** Sets everything but the video's terms. */
export const setFieldsAt = (columns: Columns, ordinal: number, video: VideoEntry): void => {
  columns.ids[ordinal] = video.id;
  columns.publishedAt[ordinal] = video.publishedAt;
  columns.views[ordinal] = video.views;
  columns.minutes[ordinal] = video.minutes;
  columns.updatedAt[ordinal] = video.updatedAt;
  columns.records[ordinal] = video.record;
};

/** Appends a video and returns its ordinal. */
export const appendEntry = (columns: Columns, video: VideoEntry): number => {
  ensureCapacity(columns, 1, video.terms.length);
  const ordinal = columns.size++;
  setFieldsAt(columns, ordinal, video);
  columns.starts[ordinal] = columns.linksUsed;
  columns.lengths[ordinal] = 0;
  setTermsAt(columns, ordinal, video.terms);
  return ordinal;
};

const isBefore = (columns: Columns, ordinal: number, video: { publishedAt: number; id: number }) => {
  const at = columns.publishedAt[ordinal] as number;
  return at < video.publishedAt || (at === video.publishedAt && (columns.ids[ordinal] as number) < video.id);
};

/** Binary search for the first ordinal that is not before the video in publication order. */
export const insertionOrdinal = (columns: Columns, video: { publishedAt: number; id: number }): number => {
  let low = 0;
  let high = columns.size;
  if (high === 0 || isBefore(columns, high - 1, video)) return high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(columns, middle, video)) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The ordinal of each video by id. */
export interface Ordinals {
  get: (id: number) => number | undefined;
  set: (id: number, ordinal: number) => void;
  delete: (id: number) => void;
}

/** Binary search: the position of an id, or where it would be inserted. */
const positionIn = (ids: Float64Array, id: number): number => {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Uses a Map for later changes only, because sorted arrays take a fifth of its memory. */
export const ordinalsOf = async (columns: Columns, yieldToEventLoop: YieldToEventLoop): Promise<Ordinals> => {
  const ordinals = await sortBy(inOrdinalOrder(columns.size), columns.ids, yieldToEventLoop);
  const ids = new Float64Array(columns.size);
  for (let at = 0; at < ids.length; at++) {
    ids[at] = columns.ids[ordinals[at] as number] as number;
    if (at % yieldEvery === 0) await yieldToEventLoop();
  }
  const changed = new Map<number, number | undefined>();
  return {
    get: (id) => {
      if (changed.has(id)) return changed.get(id);
      const position = positionIn(ids, id);
      return ids[position] === id ? ordinals[position] : undefined;
    },
    set: (id, ordinal) => changed.set(id, ordinal),
    delete: (id) => changed.set(id, undefined),
  };
};
