import { type FormEvent, type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { VersionComparison } from '../dialogs/version-comparison.tsx';
import { DraftOffer } from '../draft-offer.tsx';
import { type KeptDraft, useKeptDraft } from '../drafts.ts';
import { Form, FormButtons } from '../forms/form.tsx';
import { isFormEdited, useUnsavedGuard } from '../forms/unsaved-guard.ts';
import { Problem } from '../screen-parts.tsx';
import { notifyFailure } from '../toasts.tsx';
import type { Versioned } from './record.ts';
import type { RecordChange, RecordEditor } from './use-record-editor.ts';

interface RecordDialogProps<R extends Versioned, D extends object> {
  dialog: RecordDialogState<R, D>;
  titles: { add: string; edit: string };
  submits: { add: string; edit: string };
  /** The fields' labels, for comparing two versions. */
  labels: { [K in keyof D]: string };
  draftOf: (form: FormData) => D;
  /** Renders the fields with their initial values; null for a blank form. */
  children: (values: D | null) => ReactNode;
}

/**
 * The form of a new or existing record. It stays open until the server has saved the record. Closing it with unsaved
 * changes asks for confirmation.
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
      {/* The comparison explains the conflict itself. */}
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

const newKey = 'new';

/**
 * Edits one record at a time in a dialog. If the dialog is closed while saving and the save fails, a toast says so, and
 * the dialog continues with the failed draft when the record is opened again.
 */
export const useRecordDialog = <R extends Versioned, D>(editor: RecordEditor<R, D>, nameOf: (draft: D) => string) => {
  const [isOpen, setOpen] = useState(false);
  const [record, setRecord] = useState<R | null>(null);
  const [edited, setEdited] = useState(false);
  // A ref, because a save that ends later needs to know which record is open at that time.
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

/** Opens the dialog for a new record if the URL has `?add`, as links of the command palette have. */
export const useAddFromUrl = (openDialog: () => void) => {
  const [parameters, setParameters] = useSearchParams();
  const hasAdd = parameters.has('add');
  const openOnce = useEffectEvent(() => {
    openDialog();
    const rest = new URLSearchParams(parameters);
    rest.delete('add');
    setParameters(rest, { replace: true });
  });
  useEffect(() => {
    if (hasAdd) openOnce();
  }, [hasAdd]);
};
