import { dayMs } from '#domain/day.ts';
import { type Catalogue, idsNewestFirst } from '../index/catalogue.ts';
import { insertionOrdinal } from '../index/columns.ts';

/** A month like `2026-11` or a day like `2026-11-16`, in UTC. */
export interface ArchivePeriod {
  period: string;
  /** Number of videos. */
  count: number;
}

interface Range {
  period: string;
  /** In milliseconds since 1970. The end is exclusive. */
  start: number;
  end: number;
}

/** Ordinals follow publication order, so two binary searches find a range. */
const ordinalsOf = ({ columns }: Catalogue, { start, end }: Range) => ({
  first: insertionOrdinal(columns, { publishedAt: start, id: 0 }),
  end: insertionOrdinal(columns, { publishedAt: end, id: 0 }),
});

const countOf = (catalogue: Catalogue, range: Range) => {
  const { first, end } = ordinalsOf(catalogue, range);
  return end > first ? catalogue.live.rangeCardinality(first, end) : 0;
};

const nonEmpty = (catalogue: Catalogue, ranges: Range[]): ArchivePeriod[] =>
  ranges
    .map((range) => ({ period: range.period, count: countOf(catalogue, range) }))
    .filter(({ count }) => count > 0)
    .reverse();

const monthOf = (time: number): Range => {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return { period: date.toISOString().slice(0, 7), start: Date.UTC(year, month), end: Date.UTC(year, month + 1) };
};

const dayOf = (start: number): Range => ({
  period: new Date(start).toISOString().slice(0, 10),
  start,
  end: start + dayMs,
});

export const publishedBetween = (catalogue: Catalogue, start: Date, end: Date): number =>
  countOf(catalogue, { period: '', start: start.getTime(), end: end.getTime() });

/** The months in which videos were published, newest first. */
export const archiveMonths = (catalogue: Catalogue): ArchivePeriod[] => {
  const { live, columns } = catalogue;
  if (live.isEmpty) return [];
  const last = columns.publishedAt[live.maximum()] as number;
  const months: Range[] = [];
  let month = monthOf(columns.publishedAt[live.minimum()] as number);
  for (; month.start <= last; month = monthOf(month.end)) months.push(month);
  return nonEmpty(catalogue, months);
};

/** The days of a month on which videos were published, newest first. */
export const archiveDays = (catalogue: Catalogue, month: string): ArchivePeriod[] => {
  const { start, end } = monthOf(Date.parse(`${month}-01`));
  return nonEmpty(
    catalogue,
    Array.from({ length: (end - start) / dayMs }, (_, day) => dayOf(start + day * dayMs)),
  );
};

export interface ArchiveQuery {
  day: string;
  page: number;
  limit: number;
}

/** The videos of a day, newest first. */
export const archivePage = (catalogue: Catalogue, { day, page, limit }: ArchiveQuery) => {
  const start = Date.parse(day);
  // Rejects days that don't exist, such as 31 June.
  if (Number.isNaN(start) || dayOf(start).period !== day) return { ids: [], total: 0 };
  const { live } = catalogue;
  const { first, end } = ordinalsOf(catalogue, dayOf(start));
  const total = end > first ? live.rangeCardinality(first, end) : 0;
  const before = first > 0 ? live.rank(first - 1) : 0;
  const until = before + total - (page - 1) * limit;
  if (until <= before) return { ids: [], total };
  return { ids: idsNewestFirst(catalogue, live.sliceUint32Array(Math.max(before, until - limit), until)), total };
};
