import { useRef, useState } from 'react';
import { notifyFailure } from '../feedback/toasts.tsx';
import type { Versioned } from './record.ts';
import type { RecordChange } from './record-changes.ts';
import type { RecordEditor } from './use-record-editor.ts';

const newKey = 'new';

/**
 * Edits one record at a time in a dialog, which shows why a save failed. A save goes on after the dialog has closed: if
 * it fails, a toast says so, and the dialog continues with the failed draft when the record is opened again.
 */
export const useRecordDialog = <R extends Versioned, D>(editor: RecordEditor<R, D>, nameOf: (draft: D) => string) => {
  const [isOpen, setOpen] = useState(false);
  const [record, setRecord] = useState<R | null>(null);
  const [edited, setEdited] = useState(false);
  // A ref, because a save that ends later needs to know which record is open by then.
  const openKey = useRef<string>(undefined);
  const key = record?.id ?? newKey;
  const change = editor.changes.find((each) => each.key === key);

  const open = (target: R | null) => {
    openKey.current = target?.id ?? newKey;
    setRecord(target);
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
    drafts: editor.drafts,
    change,
    /** Whether leaving the screen would lose something. */
    isUnsaved: (isOpen && edited) || editor.changes.length > 0,
    discardFailed: editor.discardFailed,
    edited,
    setEdited,
    open,
    /** Closes the dialog without its draft, unless that is being saved. */
    close,
    /** `version`: the one that the draft was made from. */
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
