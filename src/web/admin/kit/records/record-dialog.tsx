import type { ReactNode, SubmitEvent } from 'react';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { VersionComparison } from '../dialogs/version-comparison.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { Problem } from '../screen/problem.tsx';
import type { RecordEditor } from './use-record-editor.ts';

interface RecordDialogProps<R extends { _id: string; version: number }, V extends object> {
  editor: RecordEditor<R, V>;
  titles: { add: string; edit: string };
  submits: { add: string; edit: string };
  /** The fields by their names, for comparing two versions. */
  labels: { [K in keyof V]: string };
  valuesOf: (form: FormData) => V;
  children: (record: R | null) => ReactNode;
}

/** The form of one record: prefilled to change it, blank to add one. */
export function RecordDialog<R extends { _id: string; version: number } & V, V extends object>(
  props: RecordDialogProps<R, V>,
) {
  const { editor, titles, submits, labels, valuesOf, children } = props;
  const { record, conflict } = editor;
  const mode = record ? 'edit' : 'add';

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void editor.save(valuesOf(new FormData(event.currentTarget)));
  };

  return (
    <FormDialog open={editor.open} title={titles[mode]} onClose={editor.close}>
      <Problem message={editor.problem} />
      {conflict ? (
        <VersionComparison
          labels={labels}
          mine={conflict.mine}
          theirs={conflict.theirs}
          busy={editor.busy}
          onKeepMine={() => void editor.save(conflict.mine, conflict.theirs)}
          onTakeTheirs={() => void editor.takeTheirs()}
        />
      ) : (
        <form key={record?._id ?? 'new'} onSubmit={submit} className="flex flex-col gap-4">
          {children(record)}
          <FormButtons submit={submits[mode]} busy={editor.busy} onCancel={editor.close} />
        </form>
      )}
    </FormDialog>
  );
}
