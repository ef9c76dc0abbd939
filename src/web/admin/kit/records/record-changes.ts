import type { FieldErrors } from '../forms/field-errors.ts';
import type { Versioned } from './record.ts';

/** A draft that is being saved, or whose save failed. */
export interface RecordChange<R, D> {
  /** The record's id, or a temporary key for a new record. */
  key: string;
  base: R | null;
  draft: D;
  state: 'saving' | 'failed';
  message?: string;
  fieldErrors?: FieldErrors;
  /** What somebody else saved meanwhile; set when the save failed with a version conflict. */
  current?: R;
}

export interface RecordRow<R, D> {
  record: R;
  change?: RecordChange<R, D>;
}

export const withChange = <R, D>(changes: RecordChange<R, D>[], change: RecordChange<R, D>) => [
  change,
  ...changes.filter(({ key }) => key !== change.key),
];

export const withoutChange = <R, D>(changes: RecordChange<R, D>[], key: string) =>
  changes.filter((change) => change.key !== key);

/** The rows of a list with unsaved changes applied. Changes of records that are not on this page come first. */
export const rowsWithChanges = <R extends Versioned, D>(
  records: R[],
  changes: RecordChange<R, D>[],
  deleting: string[],
  preview: (draft: D, base: R | null, id: string) => R,
): RecordRow<R, D>[] => {
  const changeByKey = new Map(changes.map((change) => [change.key, change]));
  const loaded = new Set(records.map(({ id }) => id));
  return [
    ...changes
      .filter(({ key }) => !loaded.has(key))
      .map((change) => ({ record: preview(change.draft, change.base, change.key), change })),
    ...records
      .filter(({ id }) => !deleting.includes(id))
      .map((record) => {
        const change = changeByKey.get(record.id);
        return change ? { record: preview(change.draft, record, record.id), change } : { record };
      }),
  ];
};
