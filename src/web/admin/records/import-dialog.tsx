import { type FormEvent, useState } from 'react';
import { limits, numeral } from '#contract/values/fields.ts';
import { plural } from '../../components/format.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { Field } from '../kit/forms/fields.tsx';
import { Form, FormButtons } from '../kit/forms/form.tsx';
import { Problem } from '../kit/screen-parts.tsx';
import { failureMessage } from '../kit/session/failure.ts';
import { notify } from '../kit/toasts.tsx';
import { useOnce } from '../kit/use-once.ts';
import { type ImportReport, importFile, previewImport } from './records-list.ts';

const maxShownProblems = 100;

/** What importing the file would change, or the rows that prevent it. */
function ImportResult({ report: { rows, changes, unchanged, failed, problems } }: { report: ImportReport }) {
  if (failed === 0)
    return (
      <p className="text-sm">
        {changes > 0 ? `${plural(changes, 'post')} will be updated` : 'Nothing will change'}
        {unchanged > 0 && `; ${plural(unchanged, 'post is', 'posts are')} already up to date`}.
      </p>
    );
  return (
    <>
      <p className="text-sm text-danger">
        {numeral(failed)} of {plural(rows, 'row')} cannot be imported. Correct the file and choose it again. Nothing is
        changed until all rows are valid.
      </p>
      <ul
        aria-label="Rows that cannot be imported"
        className="mt-3 max-h-60 overflow-y-auto rounded-xl border border-line"
      >
        {problems.slice(0, maxShownProblems).map(({ row, reason }) => (
          <li key={row} className="border-b border-line px-3 py-2 text-sm last:border-0 [overflow-wrap:anywhere]">
            <span className="font-medium tabular-nums">Row {row}:</span> {reason}
          </li>
        ))}
      </ul>
      {failed > maxShownProblems && (
        <p className="mt-2 text-[13px] text-muted">Only the first {maxShownProblems} are shown.</p>
      )}
    </>
  );
}

interface ImportDialogProps {
  onClose: () => void;
  onImported: () => void;
}

const { rows, bytes } = limits.recordImport;

/** Validates the whole file first, and imports it only if all rows are valid. */
export function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const [file, setFile] = useState<File>();
  const [report, setReport] = useState<ImportReport>();
  const [problem, setProblem] = useState<string>();
  const { busy, once } = useOnce();

  const attempt = (task: () => Promise<void>) =>
    void once(async () => {
      setProblem(undefined);
      await task().catch((error: unknown) => setProblem(failureMessage(error, 'The file could not be imported.')));
    });
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setReport(undefined);
    if (chosen) attempt(async () => setReport(await previewImport(chosen)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!file) return;
    attempt(async () => {
      const { changes } = await importFile(file);
      notify(`Records of ${plural(changes, 'post')} updated.`);
      onImported();
    });
  };
  const isReady = report !== undefined && report.failed === 0 && report.changes > 0;

  return (
    <FormDialog open title="Import records" unsaved={false} onClose={onClose}>
      <Form className="flex flex-col gap-4" onSubmit={submit}>
        <p className="text-sm text-muted">
          A CSV file with the columns Id or Link, Source, Rights holder, Consent and Date (like 2026-01-31), as in the
          file from Export CSV. Empty cells keep what a post has. At most {numeral(rows)} rows and {bytes / 1024 / 1024}{' '}
          MB.
        </p>
        <Field label="CSV file" name="file">
          {(attributes) => (
            <input
              {...attributes}
              type="file"
              accept=".csv,text/csv"
              className="field h-auto py-2"
              disabled={busy}
              onChange={({ target }) => choose(target.files?.[0])}
            />
          )}
        </Field>
        <Problem message={problem} />
        <div role="status">
          {busy && !report && <p className="text-sm text-muted">Checking…</p>}
          {report && <ImportResult report={report} />}
        </div>
        <FormButtons submit="Import" busy={busy} disabled={!isReady} />
      </Form>
    </FormDialog>
  );
}
