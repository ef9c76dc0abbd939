import type { FeedMapping, ImportField } from '#contract/values/imports.ts';
import type { FeedColumns } from '../reading/feed-row.ts';
import { entriesOf, urlsOf } from './values/lists.ts';

/** What the columns of a field have in a row. */
export interface Cells {
  /** The first that is not blank, untrimmed; blank if there is none. */
  text(columns: FeedColumns, field: ImportField): string;
  /** All that are not blank. */
  entries(columns: FeedColumns, field: ImportField): string[];
  urls(columns: FeedColumns, field: ImportField): string[];
  /** Those of the first column that has any. */
  firstUrls(columns: FeedColumns, field: ImportField): string[];
}

const isBlank = (text: string) => text.trim() === '';

export const createCells = (mapping: FeedMapping): Cells => {
  const list = (columns: FeedColumns, field: ImportField, split: typeof entriesOf, isFirstEnough = false): string[] => {
    const from = mapping[field];
    if (!from) return [];
    const entries: string[] = [];
    for (const name of from.columns) {
      if (isFirstEnough && entries.length > 0) break;
      const cell = columns[name];
      if (typeof cell === 'string') {
        if (cell !== '') entries.push(...split(cell, from.separator));
      } else if (Array.isArray(cell)) for (const entry of cell) if (!isBlank(entry)) entries.push(entry.trim());
    }
    return entries;
  };
  return {
    text: (columns, field) => {
      for (const name of mapping[field]?.columns ?? []) {
        const cell = columns[name];
        const text = Array.isArray(cell) ? cell.find((entry) => !isBlank(entry)) : cell;
        if (typeof text === 'string' && !isBlank(text)) return text;
      }
      return '';
    },
    entries: (columns, field) => list(columns, field, entriesOf),
    urls: (columns, field) => list(columns, field, urlsOf),
    firstUrls: (columns, field) => list(columns, field, urlsOf, true),
  };
};
