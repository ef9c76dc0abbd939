import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { ApiError } from '#contract/api-error.ts';
import { useConfirmation } from '../feedback/confirmation.tsx';
import { notifyFailure } from '../feedback/toasts.tsx';
import { failureMessage } from '../session/failure.ts';

interface Kept {
  _id: string;
  version: number;
}

interface EditorCalls<R extends Kept, V> {
  add: (values: V) => Promise<unknown>;
  update: (record: R, values: V & { version: number }) => Promise<unknown>;
  remove: (record: R) => Promise<unknown>;
  deleteQuestion: string;
}

/** Adding, changing and deleting the records of a list: what is asked, what is under way and what went wrong. */
export const useRecordEditor = <R extends Kept, V>({ add, update, remove, deleteQuestion }: EditorCalls<R, V>) => {
  const revalidator = useRevalidator();
  const confirm = useConfirmation();
  const [open, setOpen] = useState(false);
  const [record, setRecord] = useState<R | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [conflict, setConflict] = useState<{ mine: V; theirs: R }>();

  const show = (of: R | null) => {
    setRecord(of);
    setProblem(undefined);
    setConflict(undefined);
    setOpen(true);
  };
  const close = () => setOpen(false);

  const save = async (values: V, onto: R | null = record) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await (onto ? update(onto, { ...values, version: onto.version }) : add(values));
      await revalidator.revalidate();
      close();
    } catch (error) {
      console.warn(error);
      setProblem(failureMessage(error, 'This could not be saved.'));
      if (error instanceof ApiError && error.status === 409 && error.current)
        setConflict({ mine: values, theirs: error.current as R });
    } finally {
      setBusy(false);
    }
  };

  /** Settles a conflict with what somebody else has saved meanwhile. */
  const takeTheirs = async () => {
    await revalidator.revalidate();
    close();
  };

  const askAndRemove = async (of: R) => {
    if (!(await confirm(deleteQuestion, 'Delete'))) return;
    try {
      await remove(of);
    } catch (error) {
      console.warn(error);
      notifyFailure(failureMessage(error, 'This could not be deleted.'));
      return;
    }
    await revalidator.revalidate();
  };

  return { open, record, busy, problem, conflict, show, close, save, takeTheirs, remove: askAndRemove };
};

export type RecordEditor<R extends Kept, V> = ReturnType<typeof useRecordEditor<R, V>>;
