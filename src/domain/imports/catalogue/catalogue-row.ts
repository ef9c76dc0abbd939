import { type CatalogueKind, catalogueKinds, kindKey } from '#contract/values/catalogue-file.ts';
import type { FeedColumns } from '../reading/feed-row.ts';
import { RowProblem } from '../row-problem.ts';

/** A line of an exported catalogue that is no post. */
export interface CatalogueRow {
  kind: CatalogueKind;
  columns: FeedColumns;
}

export const catalogueRowOf = (columns: FeedColumns | RowProblem): CatalogueRow | undefined => {
  if (columns instanceof RowProblem) return undefined;
  const kind = catalogueKinds.find((each) => each === columns[kindKey]);
  return kind && { kind, columns };
};

export const textIn = (columns: FeedColumns, name: string) => {
  const cell = columns[name] ?? '';
  return typeof cell === 'string' ? cell : '';
};

export const textsIn = (columns: FeedColumns, name: string) => {
  const cell = columns[name] ?? [];
  return typeof cell === 'string' ? [cell].filter((text) => text !== '') : cell;
};

export const timeIn = (columns: FeedColumns, name: string) => {
  const time = new Date(textIn(columns, name));
  return Number.isNaN(time.getTime()) ? null : time;
};
