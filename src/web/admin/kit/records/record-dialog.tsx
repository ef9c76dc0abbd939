import { type FormEvent, type SubmitEvent, useRef, useState } from 'react';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { VersionComparison } from '../dialogs/version-comparison.tsx';
import { DraftOffer } from '../draft-offer.tsx';
import { type KeptDraft, useKeptDraft } from '../drafts.ts';
import { Form, FormButtons } from '../forms/form.tsx';
import { isFormEdited, useUnsavedGuard } from '../forms/unsaved-guard.ts';
import { Problem } from '../screen-parts.tsx';
import { notifyFailure } from '../toasts.tsx';
import { fieldLabels, RecordFields, readDraft } from './form-fields.tsx';
import type { Versioned } from './record.ts';
import type { RecordKind } from './record-kind.ts';
import type { RecordChange, RecordEditor } from './use-record-editor.ts';

interface RecordDialogProps<R extends Versioned & D, D extends object> {
  kind: RecordKind<R, D>;
  dialog: RecordDialogState<R, D>;
}

/**
 * The form of a new or existing record. It stays open until the server has saved the record. Closing it with unsaved
 * changes asks for confirmation.
 */
export function RecordDialog<R extends Versioned & D, D extends object>({ kind, dialog }: RecordDialogProps<R, D>) {
  const { record, change } = dialog;
  const words = record ? kind.words.edit : (kind.words.add ?? kind.words.edit);
  const title = record ? kind.formTitleOf?.(record) : undefined;
  const draftOf = (form: HTMLFormElement) => readDraft(kind.fields, new FormData(form));
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
    if (edited) kept.keep(draftOf(form));
    else kept.drop();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void dialog.save(draftOf(event.currentTarget), kept.version ?? undefined);
  };
  const continueDraft = (draft: KeptDraft<D>) => {
    kept.take(draft);
    setContinued(draft);
    dialog.setEdited(true);
  };

  const values = change?.draft ?? (isContinued ? continued.values : (record ?? dialog.initial));
  return (
    <FormDialog
      open={dialog.isOpen}
      title={title ?? words.title}
      unsaved={change ? change.state === 'failed' : dialog.edited}
      onDiscard={kept.drop}
      onClose={dialog.close}
    >
      {/* The comparison explains the conflict itself. */}
      {!change?.current && <Problem message={change?.message} />}
      {change?.current ? (
        <VersionComparison
          labels={fieldLabels(kind.fields)}
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
            {kind.formOf?.(values, record) ?? <RecordFields fields={kind.fields} values={values} />}
            <FormButtons submit={words.submit} busy={busy} />
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
