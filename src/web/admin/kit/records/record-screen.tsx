import { type FormEvent, type ReactNode, type SubmitEvent, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { VersionComparison } from '../dialogs/version-comparison.tsx';
import { DraftOffer } from '../draft-offer.tsx';
import { type KeptDraft, useKeptDraft } from '../drafts.ts';
import { Form, FormButtons } from '../forms/form.tsx';
import { isFormEdited, useUnsavedGuard } from '../forms/unsaved-guard.ts';
import { SearchField } from '../lists/filters.tsx';
import { Pages } from '../lists/pages.tsx';
import { AddButton, Empty, ErrorPanel, Problem, ScreenHead } from '../screen-parts.tsx';
import { actionsColumn } from '../table/columns.tsx';
import { DataTable } from '../table/data-table.tsx';
import { RowActions } from '../table/row-actions.tsx';
import { fieldLabels, RecordFields, readDraft } from './form-fields.tsx';
import type { Versioned } from './record.ts';
import type { LoadedRecords, RecordKind, RowTools } from './record-kind.ts';
import { type RecordDialogState, useRecordDialog, useRecordEditor } from './use-record-editor.ts';

interface RecordDialogProps<R extends Versioned & D, D extends object> {
  kind: RecordKind<R, D>;
  dialog: RecordDialogState<R, D>;
}

/**
 * The form of a new or existing record. It stays open until the server has saved the record. Closing it with unsaved
 * changes asks for confirmation.
 */
function RecordDialog<R extends Versioned & D, D extends object>({ kind, dialog }: RecordDialogProps<R, D>) {
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

/** Adds, edits and deletes the records of a kind. `form` is to be rendered beside the list. */
export const useRecords = <R extends Versioned & D, D extends object>(kind: RecordKind<R, D>) => {
  const { words, calls, deletedKind } = kind;
  const editor = useRecordEditor<R, D>({ ...words, calls, ...(deletedKind ? { deletedKind } : {}) });
  const dialog = useRecordDialog(editor, kind.nameOf);
  return {
    dialog,
    add: (values?: Partial<D>) => dialog.open(null, values),
    edit: (record: R) => dialog.open(record),
    remove: (record: R) => void editor.remove(record),
    form: <RecordDialog kind={kind} dialog={dialog} />,
  };
};

/** Opens the form for a new record if the URL has `?add`, as links of the command palette have. */
const useAddFromUrl = (add: () => void) => {
  const [parameters, setParameters] = useSearchParams();
  const hasAdd = parameters.has('add');
  const addOnce = useEffectEvent(() => {
    add();
    const rest = new URLSearchParams(parameters);
    rest.delete('add');
    setParameters(rest, { replace: true });
  });
  useEffect(() => {
    if (hasAdd) addOnce();
  }, [hasAdd]);
};

interface RecordListProps<R extends Versioned & D, D extends object> {
  kind: RecordKind<R, D>;
  loaded: LoadedRecords<R>;
  tools: RowTools<R>;
  /** Replaces the note of the empty list. */
  emptyNote?: ReactNode;
}

/** The records as rows or cards, with their actions. */
export function RecordList<R extends Versioned & D, D extends object>(props: RecordListProps<R, D>) {
  const { kind, tools, loaded } = props;
  const { words, nameOf, history } = kind;
  const { data, problem } = loaded.list;
  const buttons = (record: R) => (
    <RowActions
      name={nameOf(record)}
      {...(history ? { history: { entity: history, id: record.id } } : {})}
      onEdit={() => tools.edit(record)}
      onDelete={() => tools.remove(record)}
    />
  );
  const actionsOf = (record: R) => (kind.actionsOf ? kind.actionsOf(record, tools) : buttons(record));
  const empty = <Empty title={words.empty.title}>{props.emptyNote ?? words.empty.note}</Empty>;

  if (kind.columns)
    return (
      <DataTable
        label={words.list}
        columns={[...kind.columns, actionsColumn(actionsOf)]}
        rows={data.records}
        problem={problem}
        keyOf={({ id }) => id}
        onOpen={tools.edit}
        {...(kind.actionsOf ? {} : { onDelete: tools.remove })}
        empty={empty}
      />
    );
  if (data.records.length === 0) return problem === undefined ? empty : <ErrorPanel message={problem} />;
  return (
    <>
      <ErrorPanel message={problem} />
      <ul aria-label={words.list} className="grid gap-4 sm:max-md:grid-cols-2 md:grid-cols-3">
        {data.records.map((record) => (
          <li key={record.id} className="flex flex-col overflow-clip rounded-2xl border border-line bg-surface">
            {kind.cardOf(record, actionsOf(record))}
          </li>
        ))}
      </ul>
    </>
  );
}

interface RecordScreenProps<R extends Versioned & D, D extends object> {
  kind: RecordKind<R, D>;
  loaded: LoadedRecords<R>;
  /** Replaces the label of the search, where it searches something else. */
  search?: string | undefined;
  /** Further buttons and filters of the heading. */
  tools?: ReactNode;
  /** Tabs between the heading and the list. */
  tabs?: ReactNode;
  /** Replaces the note of the empty list. */
  emptyNote?: ReactNode;
  /** Replaces the list, on other tabs. */
  children?: ReactNode;
}

/** The screen of a kind of records: heading with search, list, pages and form. */
export function RecordScreen<R extends Versioned & D, D extends object>(props: RecordScreenProps<R, D>) {
  const { kind, loaded, search = kind.words.search, tools, tabs, emptyNote } = props;
  const records = useRecords(kind);
  useAddFromUrl(records.add);
  const { children = <RecordList kind={kind} loaded={loaded} tools={records} emptyNote={emptyNote} /> } = props;
  return (
    <>
      <ScreenHead title={kind.words.title}>
        <SearchField label={search} />
        {tools}
        {kind.words.add && <AddButton onClick={() => records.add()}>{kind.words.add.button}</AddButton>}
      </ScreenHead>
      {tabs}
      {children}
      <Pages page={loaded.page} totalPages={loaded.list.data.pagination.totalPages} siblings={2} />
      {records.form}
    </>
  );
}
