import { useState } from 'react';
import type { Versioned } from './record.ts';
import type { RecordChange } from './record-changes.ts';
import type { RecordEditor } from './use-record-editor.ts';

const newKey = 'new';

/** Edits one record at a time in a dialog, which shows why a save failed. */
export const useRecordDialog = <R extends Versioned, D>(editor: RecordEditor<R, D>) => {
  const [isOpen, setOpen] = useState(false);
  const [record, setRecord] = useState<R | null>(null);
  const key = record?.id ?? newKey;

  const open = (target: R | null) => {
    editor.discard(target?.id ?? newKey);
    setRecord(target);
    setOpen(true);
  };
  const close = () => setOpen(false);
  const closeWhen = async (saving: Promise<boolean>) => {
    if (await saving) close();
  };

  return {
    isOpen,
    record,
    change: editor.changes.find((change) => change.key === key),
    open,
    close,
    save: (draft: D) => closeWhen(editor.save(draft, record, key)),
    keepMine: (change: RecordChange<R, D>) => closeWhen(editor.keepMine(change)),
    takeTheirs: (change: RecordChange<R, D>) => closeWhen(editor.takeTheirs(change).then(() => true)),
  };
};

export type RecordDialogState<R extends Versioned, D> = ReturnType<typeof useRecordDialog<R, D>>;
