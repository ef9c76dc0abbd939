import { sql } from 'kysely';
import type { ImportOrigin, ImportSettings } from '#contract/values/imports.ts';
import { createLeases, type Lease } from '#domain/jobs/leases.ts';

/** An import that this process works on. */
export interface ImportLease extends Lease {
  state: 'checking' | 'running' | 'undoing';
  sourceId: number;
  origin: ImportOrigin;
  settings: ImportSettings;
  adminId: number | null;
  isBulk: boolean;
  takesDown: boolean;
  passes: number;
}

interface ImportProgress {
  doneRows: number;
  checkedCounts: object;
  incompleteRows: number;
  counts: object;
  takenDown: number;
  takenDownTo: number;
  undoneTo: number;
}

export const importLeases = createLeases<ImportLease, ImportProgress>({
  table: 'imports',
  states: ['checking', 'running', 'undoing'],
  work: sql`source_id as "sourceId", origin, settings, admin_id as "adminId", is_bulk as "isBulk",
    takes_down as "takesDown", passes`,
  progress: sql`done_rows as "doneRows", checked_counts as "checkedCounts", incomplete_rows as "incompleteRows", counts, taken_down as "takenDown",
    taken_down_to as "takenDownTo", undone_to as "undoneTo"`,
});
