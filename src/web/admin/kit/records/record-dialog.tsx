import type { ReactNode, SubmitEvent } from 'react';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { VersionComparison } from '../dialogs/version-comparison.tsx';
import { Form } from '../forms/form.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { isFormEdited } from '../forms/form-edited.ts';
import { useDiscardQuestion, useUnsavedGuard } from '../forms/unsaved-guard.ts';
import { Problem } from '../screen/problem.tsx';
import type { Versioned } from './record.ts';
import type { RecordDialogState } from './use-record-dialog.ts';

interface RecordDialogProps<R extends Versioned, D extends object> {
  dialog: RecordDialogState<R, D>;
  titles: { add: string; edit: string };
  submits: { add: string; edit: string };
  /** The fields' labels, for comparing two versions. */
  labels: { [K in keyof D]: string };
  draftOf: (form: FormData) => D;
  /** The fields with their initial values; null for a blank form. */
  children: (values: D | null) => ReactNode;
}

/**
 * The form of one record, blank to add one. It stays open, with the input, until the server has saved it. Closing it with
 * unsaved changes asks first.
 */
export function RecordDialog<R extends Versioned & D, D extends object>(props: RecordDialogProps<R, D>) {
  const { dialog, titles, submits, labels, draftOf, children } = props;
  const { record, change } = dialog;
  const mode = record ? 'edit' : 'add';
  const busy = change?.state === 'saving';
  const askToDiscard = useDiscardQuestion();
  useUnsavedGuard(dialog.isUnsaved);

  const close = () => void askToDiscard(change ? change.state === 'failed' : dialog.edited, dialog.close);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void dialog.save(draftOf(new FormData(event.currentTarget)));
  };

  return (
    <FormDialog open={dialog.isOpen} title={titles[mode]} onClose={close}>
      {/* The comparison says itself why it is shown. */}
      {!change?.current && <Problem message={change?.message} />}
      {change?.current ? (
        <VersionComparison
          labels={labels}
          mine={change.draft}
          theirs={change.current}
          busy={busy}
          onKeepMine={() => void dialog.keepMine(change)}
          onTakeTheirs={() => void dialog.takeTheirs(change)}
        />
      ) : (
        <Form
          key={record?.id ?? 'new'}
          errors={change?.fieldErrors}
          onInput={(event) => dialog.setEdited(isFormEdited(event.currentTarget))}
          onSubmit={submit}
          className="flex flex-col gap-4"
        >
          {children(change?.draft ?? record)}
          <FormButtons submit={submits[mode]} busy={busy} onCancel={close} />
        </Form>
      )}
    </FormDialog>
  );
}
