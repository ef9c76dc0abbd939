import type { FeedMapping } from '#contract/values/imports.ts';
import type { FeedColumns } from '../reading/feed-row.ts';
import { isOwnExport } from './guess-mapping.ts';

export interface UnusedColumn {
  name: string;
  /** How many rows say something there. */
  rows: number;
}

const maxColumns = 100;

const isFilled = (cell: string | string[]) => [cell].flat().some((text) => text.trim() !== '');

/** Counts the rows that say something in columns that are mapped to no field, so that nothing is dropped silently. */
export const createUnusedColumns = (mapping: FeedMapping) => {
  const used = new Set(Object.values(mapping).flatMap(({ columns }) => columns));
  // What the export of a catalogue says beside its posts, such as dates of changes, is not meant to be imported.
  const counts = isOwnExport(mapping) ? undefined : new Map<string, number>();
  return {
    add: (columns: FeedColumns) => {
      if (!counts) return;
      for (const [name, cell] of Object.entries(columns)) {
        if (used.has(name) || !isFilled(cell)) continue;
        const count = counts.get(name);
        if (count !== undefined || counts.size < maxColumns) counts.set(name, (count ?? 0) + 1);
      }
    },
    list: (): UnusedColumn[] => Array.from(counts ?? [], ([name, rows]) => ({ name, rows })),
  };
};

export type UnusedColumns = ReturnType<typeof createUnusedColumns>;
