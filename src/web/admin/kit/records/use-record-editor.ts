import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { DeletedKind } from '#contract/values/deleted-kinds.ts';
import { useConfirmation } from '../feedback/confirmation.tsx';
import type { ToastAction } from '../feedback/toast-action.tsx';
import { notify, notifyFailure } from '../feedback/toasts.tsx';
import { fieldErrorsOf } from '../forms/field-errors.ts';
import { failureMessage, isConflict } from '../session/failure.ts';
import { restoreDeleted } from './deleted-record.ts';
import type { RecordCalls, Versioned } from './record.ts';
import { type RecordChange, withChange, withoutChange } from './record-changes.ts';

interface EditorOptions<R extends Versioned, D> {
  calls: RecordCalls<R, D>;
  /** What messages call a record, as the first word of a sentence. */
  noun: string;
  deleteQuestion: string;
  /** The answer to the question; 'Delete' if omitted. */
  confirmLabel?: string;
  /** Override the default messages. */
  saveFailure?: (error: unknown) => string;
  deleteFailure?: (error: unknown) => string;
  deletedMessage?: string;
  /** Under which deleted records are listed; without it, deleting cannot be undone. */
  deletedKind?: DeletedKind;
  /** Where visitors see a record, if they do. */
  publicUrl?: (record: R) => string | undefined;
  onSaveFailed?: (message: string) => void;
  /** By default, the list is reloaded. */
  onSaved?: (saved: R | undefined, change: RecordChange<R, D>) => void;
  onDeleted?: (record: R) => void;
}

export const deleteConflict =
  'Someone else has changed this in the meantime. Please check the current version before you delete it.';

const defaultSaveFailure = (error: unknown) => failureMessage(error, 'This could not be saved.');
const defaultDeleteFailure = (error: unknown) =>
  isConflict(error) ? deleteConflict : failureMessage(error, 'This could not be deleted.');

let newRecords = 0;
const newKey = () => {
  newRecords += 1;
  return `new-${newRecords}`;
};

/**
 * Saves and deletes the records of a screen. A failed save is never lost: its draft stays in `changes` until it is
 * retried, discarded, or its conflict resolved by keeping mine or taking theirs.
 */
export const useRecordEditor = <R extends Versioned, D>(options: EditorOptions<R, D>) => {
  const { calls, saveFailure = defaultSaveFailure, deleteFailure = defaultDeleteFailure } = options;
  const revalidator = useRevalidator();
  const confirm = useConfirmation();
  const [changes, setChanges] = useState<RecordChange<R, D>[]>([]);
  const [deleting, setDeleting] = useState<string[]>([]);

  const put = (change: RecordChange<R, D>) => setChanges((all) => withChange(all, change));
  const discard = (key: string) => setChanges((all) => withoutChange(all, key));

  /** Resolves to the message of the failure, if it failed. */
  const send = async (key: string, base: R | null, draft: D) => {
    const change: RecordChange<R, D> = { key, base, draft, state: 'saving' };
    put(change);
    try {
      const saved = await (base ? calls.update(base, draft) : calls.add(draft));
      if (options.onSaved) options.onSaved(saved, change);
      else await revalidator.revalidate();
      discard(key);
      const href = saved && options.publicUrl?.(saved);
      notify(`${options.noun} saved`, href ? { label: 'View on site', href } : undefined);
      return undefined;
    } catch (error) {
      console.warn(error);
      const message = saveFailure(error);
      const fieldErrors = fieldErrorsOf(error, calls.fieldNames, calls.uniqueField);
      const current = isConflict(error) && error.current ? calls.fromWire(error.current as never) : undefined;
      put({ ...change, state: 'failed', message, fieldErrors, ...(current ? { current } : {}) });
      options.onSaveFailed?.(message);
      return message;
    }
  };

  const save = (draft: D, base: R | null, key = base?.id ?? newKey()) => send(key, base, draft);
  const retry = ({ key, base, draft }: RecordChange<R, D>) => send(key, base, draft);
  /** Saves over what somebody else saved meanwhile. */
  const keepMine = ({ key, base, current, draft }: RecordChange<R, D>) => send(key, current ?? base, draft);
  const takeTheirs = async ({ key }: RecordChange<R, D>) => {
    await revalidator.revalidate();
    discard(key);
  };

  const undoOf = ({ id, version }: R): ToastAction | undefined => {
    const { deletedKind, noun } = options;
    if (!deletedKind) return undefined;
    const run = async () => {
      // Deleting was a change of its own.
      await restoreDeleted(deletedKind, { id, version: version + 1 });
      notify(`${noun} restored`);
      await revalidator.revalidate();
    };
    return { label: 'Undo', run };
  };

  const remove = async (record: R) => {
    if (!(await confirm({ question: options.deleteQuestion, confirmLabel: options.confirmLabel ?? 'Delete' }))) return;
    setDeleting((ids) => [...ids, record.id]);
    try {
      await calls.remove(record);
      notify(options.deletedMessage ?? `${options.noun} deleted`, undoOf(record));
      if (options.onDeleted) options.onDeleted(record);
      else await revalidator.revalidate();
    } catch (error) {
      console.warn(error);
      notifyFailure(deleteFailure(error));
      await revalidator.revalidate();
    }
    setDeleting((ids) => ids.filter((id) => id !== record.id));
  };

  return { changes, deleting, save, retry, discard, keepMine, takeTheirs, remove };
};

export type RecordEditor<R extends Versioned, D> = ReturnType<typeof useRecordEditor<R, D>>;
