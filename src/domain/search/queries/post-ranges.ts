import { RoaringBitmap32 } from 'roaring-wasm';
import type { Catalogue } from '../index/catalogue.ts';
import { insertionOrdinal } from '../index/columns.ts';
import { scratchOrdinals } from '../index/sorting.ts';
import type { Trait } from '../index/terms.ts';
import { noVideos, unite } from './alternatives.ts';

/** Both ends are inclusive. */
interface Range {
  from?: number | undefined;
  to?: number | undefined;
}

/** Consecutive ids. */
export type IdRun = Readonly<Record<'from' | 'to', number>>;

/** Filters of the back-office. */
export interface PostRanges {
  traits?: readonly Trait[];
  /** The host of any link. */
  host?: string | undefined;
  /** In milliseconds since 1970. Unlike in other ranges, the end is exclusive. */
  published?: Range | undefined;
  views?: Range | undefined;
  minutes?: Range | undefined;
  untagged?: boolean;
  /** Parts of source and consent records, as bits. Matches posts that lack at least one of them. */
  lacksRecords?: number | undefined;
  ids?: readonly number[] | undefined;
  /** In ascending order. */
  idRuns?: readonly IdRun[] | undefined;
}

/** Ordinals that pass a test. Scanning one column takes a few milliseconds for a million videos. */
const ordinalsWhere = ({ columns, live }: Catalogue, test: (ordinal: number) => boolean): RoaringBitmap32 => {
  const passed = scratchOrdinals(columns.size);
  let count = 0;
  for (let ordinal = 0; ordinal < columns.size; ordinal++) if (test(ordinal)) passed[count++] = ordinal;
  const found = new RoaringBitmap32(passed.subarray(0, count));
  // Holes still contain the values of deleted videos.
  if (live.size < columns.size) found.andInPlace(live);
  return found;
};

const inRange = (catalogue: Catalogue, column: 'views' | 'minutes', range: Range): RoaringBitmap32 => {
  const { from = 0, to = Number.POSITIVE_INFINITY } = range;
  return catalogue.queryCache.bitmap(`${column} ${from} to ${to}`, () => {
    const values = catalogue.columns[column];
    return ordinalsWhere(
      catalogue,
      (ordinal) => (values[ordinal] as number) >= from && (values[ordinal] as number) <= to,
    );
  });
};

/** Needed because the column has 0 for unknown lengths. */
const ofKnownLength = ({ queryCache, terms }: Catalogue) =>
  queryCache.bitmap('known length', () => unite([...terms.durations.values()].map(({ videos }) => videos)));

const publishedBetween = (catalogue: Catalogue, { from, to }: Range): RoaringBitmap32 => {
  const { columns, live, queryCache } = catalogue;
  const first = from === undefined ? 0 : insertionOrdinal(columns, { publishedAt: from, id: 0 });
  const end = to === undefined ? columns.size : insertionOrdinal(columns, { publishedAt: to, id: 0 });
  return queryCache.bitmap(`ordinals ${first} to ${end}`, () => {
    const within = live.clone();
    within.removeRange(0, first);
    within.removeRange(end, columns.size);
    return within;
  });
};

const withIds = (catalogue: Catalogue, ids: readonly number[]): RoaringBitmap32 =>
  catalogue.queryCache.bitmap(`ids ${ids.join()}`, () => {
    const ordinals = ids.map((id) => catalogue.ordinals.get(id));
    return new RoaringBitmap32(ordinals.filter((ordinal) => ordinal !== undefined));
  });

/** Binary search for the first run that does not end before the id. */
const isInRuns = (runs: readonly IdRun[], id: number): boolean => {
  let [low, high] = [0, runs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((runs[middle] as IdRun).to < id) low = middle + 1;
    else high = middle;
  }
  const run = runs[low];
  return run !== undefined && run.from <= id;
};

const withIdsIn = (catalogue: Catalogue, runs: readonly IdRun[]): RoaringBitmap32 =>
  catalogue.queryCache.bitmap(`ids in ${JSON.stringify(runs)}`, () => {
    const { ids } = catalogue.columns;
    return ordinalsWhere(catalogue, (ordinal) => isInRuns(runs, ids[ordinal] as number));
  });

/** Each combination of parts is a separate trait. */
const lackingRecords = (catalogue: Catalogue, parts: number): RoaringBitmap32 =>
  catalogue.queryCache.bitmap(`without records ${parts}`, () => {
    const { terms, live } = catalogue;
    const complete = [...terms.traits.values()].filter(({ trait }) => {
      const [kind, present] = trait.split(':');
      return kind === 'records' && (Number(present) & parts) === parts;
    });
    const lacking = live.clone();
    for (const { videos } of complete) lacking.andNotInPlace(videos);
    return lacking;
  });

const withHost = ({ terms, queryCache }: Catalogue, host: string): RoaringBitmap32 =>
  queryCache.bitmap(`any link at ${host}`, () =>
    unite([terms.traits.get(`host:${host}`), terms.traits.get(`mirror:${host}`)].flatMap((term) => term?.videos ?? [])),
  );

/** The bitmaps whose intersection is the filtered list. */
export const postBitmaps = (catalogue: Catalogue, ranges: PostRanges): RoaringBitmap32[] => {
  const { terms, columns, queryCache } = catalogue;
  const { traits = [], host, published, views, minutes, untagged, lacksRecords, ids, idRuns } = ranges;
  return [
    ...traits.map((trait) => terms.traits.get(trait)?.videos ?? noVideos(catalogue)),
    ...(host === undefined ? [] : [withHost(catalogue, host)]),
    ...(published ? [publishedBetween(catalogue, published)] : []),
    ...(views ? [inRange(catalogue, 'views', views)] : []),
    ...(minutes ? [ofKnownLength(catalogue), inRange(catalogue, 'minutes', minutes)] : []),
    ...(untagged
      ? [queryCache.bitmap('untagged', () => ordinalsWhere(catalogue, (at) => columns.tagCounts[at] === 0))]
      : []),
    ...(lacksRecords ? [lackingRecords(catalogue, lacksRecords)] : []),
    ...(ids ? [withIds(catalogue, ids)] : []),
    ...(idRuns ? [withIdsIn(catalogue, idRuns)] : []),
  ];
};

const maxHosts = 200;
const prefix = 'host:';

/** The most frequent hosts of links, most frequent first. */
export const linkHosts = ({ terms, queryCache }: Catalogue): string[] =>
  queryCache.value('frequent hosts', () =>
    [...terms.traits.values()]
      .filter(({ trait, videos }) => trait.startsWith(prefix) && !videos.isEmpty)
      .sort((a, b) => b.videos.size - a.videos.size || (a.trait < b.trait ? -1 : 1))
      .slice(0, maxHosts)
      .map(({ trait }) => trait.slice(prefix.length)),
  );

export const countWithHost = (catalogue: Catalogue, host: string): number => withHost(catalogue, host).size;
