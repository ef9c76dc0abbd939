import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { DeletedKind } from '#contract/values/record-kinds.ts';
import { useConfirmation } from '../dialogs/confirmation.tsx';
import { claimDraft, dropDraft } from '../drafts.ts';
import { type FieldErrors, fieldErrorsOf } from '../forms/fields.tsx';
import { failureMessage, isConflict, saveFailureMessage } from '../session/failure.ts';
import { notify, notifyFailure, type ToastAction } from '../toasts.tsx';
import { restoreDeleted } from './deleted-record.ts';
import type { RecordCalls, Versioned } from './record.ts';

/**
 * Claims the drafts in a list of changes, so that forms don't offer them too. After the list unmounts, forms offer the
 * drafts whose save has failed, or fails later.
 */
const useClaimedDrafts = (form: string) => {
  const releases = useRef(new Map<string, () => void>());
  const failed = useRef(new Set<string>());
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    const [all, unsaved] = [releases.current, failed.current];
    return () => {
      isShown.current = false;
      for (const key of unsaved) all.get(key)?.();
    };
  }, []);

  return {
    claim: (key: string) => {
      failed.current.delete(key);
      releases.current.set(key, claimDraft(form, key));
    },
    /** After a failed save, releases the draft as soon as the list isn't shown. */
    releaseWhenHidden: (key: string) => {
      if (isShown.current) failed.current.add(key);
      else releases.current.get(key)?.();
    },
  };
};

/** A draft that is being saved, or whose save failed. */
export interface RecordChange<R, D> {
  /** The record's id, or a temporary key for a new record. */
  key: string;
  base: R | null;
  draft: D;
  state: 'saving' | 'failed';
  message?: string;
  fieldErrors?: FieldErrors;
  /** The version that somebody else has saved; set if the save failed with a version conflict. */
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

/** The rows of a list with unsaved changes applied. Changed records that aren't on this page come first. */
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

interface EditorOptions<R extends Versioned, D> {
  calls: RecordCalls<R, D>;
  /** The word for a record in messages, capitalised. */
  noun: string;
  deleteQuestion: string;
  /** The button that confirms the question; 'Delete' if omitted. */
  confirmLabel?: string;
  /** Override the default messages. */
  saveFailure?: (error: unknown) => string;
  deleteFailure?: (error: unknown) => string;
  deletedMessage?: string;
  /** The list of deleted records to restore from; without it, deleting can't be undone. */
  deletedKind?: DeletedKind;
  /** The draft that saves a record as it is; without it, saving can't be undone. */
  draftOf?: (record: R) => D;
  /** The record's page on the public site, if it has one. */
  publicUrl?: (record: R) => string | undefined;
  onSaveFailed?: (change: RecordChange<R, D>) => void;
  /** Replaces reloading the list. */
  onSaved?: (saved: R | undefined, change: RecordChange<R, D>) => void;
  onDeleted?: (record: R) => void;
}

export const deleteConflict =
  'Someone else has changed this in the meantime. Please check the current version before you delete it.';

const undoConflict = 'Someone else has changed this in the meantime, so it was not undone. Their version stays.';

const defaultSaveFailure = (error: unknown) => saveFailureMessage(error, 'This could not be saved.');
const defaultDeleteFailure = (error: unknown) =>
  isConflict(error) ? deleteConflict : failureMessage(error, 'This could not be deleted.');

/** Unique, because several new records may be saved at the same time. */
export const newRecordKey = () => `new-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/**
 * Saves and deletes the records of a screen. The draft of a failed save stays in `changes` until it is saved or
 * discarded, or its conflict is resolved by keeping mine or taking theirs.
 */
export const useRecordEditor = <R extends Versioned, D>(options: EditorOptions<R, D>) => {
  const { calls, saveFailure = defaultSaveFailure, deleteFailure = defaultDeleteFailure } = options;
  const revalidator = useRevalidator();
  const confirm = useConfirmation();
  const [changes, setChanges] = useState<RecordChange<R, D>[]>([]);
  const [deleting, setDeleting] = useState<string[]>([]);
  /** Saves and deletions in progress by record, so that a second click doesn't repeat them. */
  const running = useRef(new Map<string, Promise<string | undefined>>());

  const claims = useClaimedDrafts(calls.drafts);

  const put = (change: RecordChange<R, D>) => setChanges((all) => withChange(all, change));
  /** Removes a draft after it was saved, or when it isn't needed any more. */
  const discard = (key: string) => {
    setChanges((all) => withoutChange(all, key));
    dropDraft(calls.drafts, key);
  };

  /** Used when leaving the screen; running saves continue. */
  const discardFailed = () => {
    for (const { key, state } of changes) if (state === 'failed') discard(key);
  };

  const once = (key: string, start: () => Promise<string | undefined>) => {
    const work = running.current.get(key) ?? start().finally(() => running.current.delete(key));
    running.current.set(key, work);
    return work;
  };

  /** Saves the version before, or deletes what was added, unless somebody has changed it since. */
  const undoSaving = (saved: R | undefined, base: R | null): ToastAction | undefined => {
    const { draftOf } = options;
    if (!saved || !draftOf) return undefined;
    const undo = async () => {
      try {
        await (base ? calls.update(saved, draftOf(base)) : calls.remove(saved));
        notify('Undone.');
      } catch (error) {
        if (!isConflict(error)) throw error;
        notifyFailure(undoConflict);
      } finally {
        await revalidator.revalidate();
      }
    };
    return { label: 'Undo', run: undo };
  };

  const trySaving = async (key: string, base: R | null, draft: D) => {
    const change: RecordChange<R, D> = { key, base, draft, state: 'saving' };
    put(change);
    claims.claim(key);
    try {
      const saved = await (base ? calls.update(base, draft) : calls.add(draft));
      if (options.onSaved) options.onSaved(saved, change);
      else await revalidator.revalidate();
      discard(key);
      const href = saved && options.publicUrl?.(saved);
      notify(`${options.noun} saved`, href ? { label: 'View on site', href } : undefined, undoSaving(saved, base));
      return undefined;
    } catch (error) {
      console.warn(error);
      claims.releaseWhenHidden(key);
      const message = saveFailure(error);
      const fieldErrors = fieldErrorsOf(error, calls.fieldNames, calls.uniqueField);
      const current = isConflict(error) && error.current ? calls.fromWire(error.current as never) : undefined;
      const failed: RecordChange<R, D> = { ...change, state: 'failed', message, fieldErrors };
      if (current) failed.current = current;
      put(failed);
      options.onSaveFailed?.(failed);
      return message;
    }
  };

  /** Resolves to an error message if saving failed. */
  const send = (key: string, base: R | null, draft: D) => once(key, () => trySaving(key, base, draft));
  const save = (draft: D, base: R | null, key = base?.id ?? newRecordKey()) => send(key, base, draft);
  const retry = ({ key, base, draft }: RecordChange<R, D>) => send(key, base, draft);
  /** Overwrites the version that somebody else has saved. */
  const keepMine = ({ key, base, current, draft }: RecordChange<R, D>) => send(key, current ?? base, draft);
  const takeTheirs = async ({ key }: RecordChange<R, D>) => {
    await revalidator.revalidate();
    discard(key);
  };

  const undoOf = ({ id, version }: R): ToastAction | undefined => {
    const { deletedKind, noun } = options;
    if (!deletedKind) return undefined;
    const run = async () => {
      // Deleting has increased the version.
      const message = await restoreDeleted(deletedKind, { id, version: version + 1 });
      notify(message ?? `${noun} restored`);
      await revalidator.revalidate();
    };
    return { label: 'Undo', run };
  };

  const tryDeleting = async (record: R) => {
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
    return undefined;
  };

  const remove = async (record: R) => {
    if (await confirm({ question: options.deleteQuestion, confirmLabel: options.confirmLabel ?? 'Delete' }))
      await once(record.id, () => tryDeleting(record));
  };

  return { drafts: calls.drafts, changes, deleting, save, retry, discard, discardFailed, keepMine, takeTheirs, remove };
};

export type RecordEditor<R extends Versioned, D> = ReturnType<typeof useRecordEditor<R, D>>;

const newKey = 'new';

/**
 * Edits one record at a time in a dialog. If the dialog is closed while saving and the save fails, a toast says so, and
 * the dialog continues with the failed draft when the record is opened again.
 */
export const useRecordDialog = <R extends Versioned, D>(editor: RecordEditor<R, D>, nameOf: (draft: D) => string) => {
  const [isOpen, setOpen] = useState(false);
  const [record, setRecord] = useState<R | null>(null);
  const [initial, setInitial] = useState<Partial<D> | null>(null);
  const [edited, setEdited] = useState(false);
  // A ref, because a save that ends later needs to know which record is open at that time.
  const openKey = useRef<string>(undefined);
  const key = record?.id ?? newKey;
  const change = editor.changes.find((each) => each.key === key);

  const open = (target: R | null, values: Partial<D> | null = null) => {
    openKey.current = target?.id ?? newKey;
    setRecord(target);
    setInitial(values);
    setEdited(false);
    setOpen(true);
  };
  const hide = () => {
    openKey.current = undefined;
    setOpen(false);
  };
  const close = () => {
    if (change?.state === 'failed') editor.discard(key);
    hide();
  };
  const closeWhenSaved = async (draft: D, saving: Promise<string | undefined>) => {
    const failure = await saving;
    const isShown = openKey.current === key;
    if (failure === undefined && isShown) hide();
    if (failure !== undefined && !isShown) notifyFailure(`${nameOf(draft)} was not saved: ${failure}`);
  };

  return {
    isOpen,
    record,
    /** What the form of a new record starts with. */
    initial,
    drafts: editor.drafts,
    change,
    /** Whether leaving the screen would lose changes. */
    isUnsaved: (isOpen && edited) || editor.changes.length > 0,
    discardFailed: editor.discardFailed,
    edited,
    setEdited,
    open,
    /** Closes the dialog and discards its draft, unless it is being saved. */
    close,
    /** `version` is the one that the draft is based on. */
    save: (draft: D, version = record?.version) => {
      const base = record && version !== undefined ? { ...record, version } : record;
      return closeWhenSaved(draft, editor.save(draft, change?.base ?? base, key));
    },
    keepMine: (conflict: RecordChange<R, D>) => closeWhenSaved(conflict.draft, editor.keepMine(conflict)),
    takeTheirs: async (conflict: RecordChange<R, D>) => {
      await editor.takeTheirs(conflict);
      if (openKey.current === key) hide();
    },
  };
};

export type RecordDialogState<R extends Versioned, D> = ReturnType<typeof useRecordDialog<R, D>>;
