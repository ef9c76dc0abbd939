import type { FeedColumns } from '../../reading/feed-row.ts';
import { kindOfValue, type ValueKind } from './value-kinds.ts';

/** What a column has in the first rows. */
export interface ColumnSample {
  name: string;
  /** Those that are not blank, the entries of lists one by one. */
  values: string[];
  /** Whether the format itself has lists there. */
  isList: boolean;
  /** What most values look like; undefined if there is none, or if they differ. */
  kind: ValueKind | undefined;
}

const maxValues = 200;

/** Kinds that numbers can be as well: 12:30 and 750 are durations, 1.2K and 500 are counts. */
const numberKinds = ['duration', 'count'] as const;

const mostFrequentKind = (values: readonly string[]): ValueKind | undefined => {
  const kinds = [...Map.groupBy(values.map(kindOfValue), (kind) => kind)].sort(([, a], [, b]) => b.length - a.length);
  const shareOfKind = (kind: ValueKind) => (kinds.find(([each]) => each === kind)?.[1].length ?? 0) / values.length;
  const mixed = numberKinds.find(
    (kind) => shareOfKind(kind) >= 0.1 && shareOfKind(kind) + shareOfKind('integer') >= 0.7,
  );
  if (mixed) return mixed;
  const [kind, found = []] = kinds[0] ?? [];
  if (found.length >= 0.7 * values.length) return kind;
  // Few entries of lists are alone in their cells.
  return shareOfKind('list') >= 0.3 ? 'list' : undefined;
};

export const sampleColumns = (rows: readonly FeedColumns[]): ColumnSample[] => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return names.map((name) => {
    // Rows of JSON need not have all columns, and every object inherits a “constructor”.
    const cells = rows.flatMap((row) => (Object.hasOwn(row, name) ? [row[name] ?? ''] : []));
    const values = cells
      .flat()
      .filter((value) => value.trim() !== '')
      .slice(0, maxValues);
    return { name, values, isList: cells.some(Array.isArray), kind: mostFrequentKind(values) };
  });
};

export const shareOf = (values: readonly string[], test: (value: string) => boolean) =>
  values.length === 0 ? 0 : values.filter(test).length / values.length;

export const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
