import { type FormEvent, type ReactNode, type SubmitEvent, useState } from 'react';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { VersionComparison } from '../dialogs/version-comparison.tsx';
import { DraftOffer } from '../drafts/draft-offer.tsx';
import type { KeptDraft } from '../drafts/draft-store.ts';
import { useKeptDraft } from '../drafts/use-kept-draft.ts';
import { Form } from '../forms/form.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { isFormEdited } from '../forms/form-edited.ts';
import { useUnsavedGuard } from '../forms/unsaved-guard.ts';
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
  useUnsavedGuard(dialog.isUnsaved, dialog.discardFailed);
  const kept = useKeptDraft<D>(dialog.drafts, record, { offers: dialog.isOpen && !change });
  const [continued, setContinued] = useState<KeptDraft<D>>();
  const isContinued = continued !== undefined;
  if (isContinued && !dialog.isOpen) setContinued(undefined);

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const edited = isContinued || isFormEdited(form);
    dialog.setEdited(edited);
    if (edited) kept.keep(draftOf(new FormData(form)));
    else kept.drop();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void dialog.save(draftOf(new FormData(event.currentTarget)), kept.version ?? undefined);
  };
  const continueDraft = (draft: KeptDraft<D>) => {
    kept.take(draft);
    setContinued(draft);
    dialog.setEdited(true);
  };

  return (
    <FormDialog
      open={dialog.isOpen}
      title={titles[mode]}
      unsaved={change ? change.state === 'failed' : dialog.edited}
      onDiscard={kept.drop}
      onClose={dialog.close}
    >
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
        <DraftOffer {...kept} onContinue={continueDraft} onDiscard={kept.refuse}>
          <Form
            key={`${record?.id ?? 'new'} ${isContinued}`}
            errors={change?.fieldErrors}
            onInput={onInput}
            onSubmit={submit}
            className="flex flex-col gap-4"
          >
            {children(change?.draft ?? (isContinued ? continued.values : record))}
            <FormButtons submit={submits[mode]} busy={busy} />
          </Form>
        </DraftOffer>
      )}
    </FormDialog>
  );
}
