import { type SubmitEvent, useState } from 'react';
import { type CaseReason, reasonsFor } from '#contract/values/case-reasons.ts';
import type { CaseKind } from '#contract/values/cases.ts';
import { limits } from '#contract/values/fields.ts';
import { numberText, plural } from '../../components/format.ts';
import { kindWords } from '../kit/case-words.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { Field, TextAreaField } from '../kit/forms/fields.tsx';
import { Form, FormButtons, useSubmit } from '../kit/forms/form.tsx';
import { Problem } from '../kit/screen-parts.tsx';

interface TemplateFieldProps {
  reasons: readonly CaseReason[];
  /** Whether the notices are of different kinds. */
  namesKinds: boolean;
  onChoose: (text: string) => void;
}

/** Puts a text of the settings into the field below, to be edited there. */
export function TemplateField({ reasons, namesKinds, onChoose }: TemplateFieldProps) {
  const [chosen, setChosen] = useState('');
  if (reasons.length === 0) return null;
  const choose = (position: string) => {
    setChosen(position);
    const text = reasons[Number(position)]?.text;
    if (position !== '' && text !== undefined) onChoose(text);
  };
  return (
    <Field label="Start from" name="template">
      {(attributes) => (
        <select {...attributes} className="field" value={chosen} onChange={(event) => choose(event.target.value)}>
          <option value="">Own words</option>
          {reasons.map(({ title, kind }, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same title
            <option key={position} value={position}>
              {namesKinds && kind !== '' ? `${kindWords[kind]}: ${title}` : title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** How many of many cases are decided. */
export interface Progress {
  done: number;
  of: number;
  stop: () => void;
}

interface ReasonDialogProps {
  title: string;
  /** What will happen. */
  note: string;
  submitLabel: string;
  kind: CaseKind | undefined;
  /** Those of the settings for this decision. */
  reasons: readonly CaseReason[];
  onClose: () => void;
  onDecide: (reason: string) => Promise<unknown>;
  progress?: Progress | undefined;
}

function ProgressLine({ done, of, stop }: Progress) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <progress className="progress flex-1" aria-label="Decided cases" value={done} max={of} />
      <span role="status" className="text-muted tabular-nums">
        {numberText(done)} of {plural(of, 'case')} decided
      </span>
      <button type="button" className="btn btn-quiet h-9 px-3 text-sm max-md:h-11" onClick={stop}>
        Stop
      </button>
    </div>
  );
}

/** Asks why, from a list of reasons or in own words. It stays open, with the text, until the decision is saved. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, note, submitLabel, kind, reasons, onClose, onDecide, progress } = props;
  const fitting = reasonsFor(reasons, kind);
  const [reason, setReason] = useState('');
  const { busy, problem, errors, submit } = useSubmit('The decision could not be saved.');

  const isTyped = reason.trim() !== '' && !fitting.some(({ text }) => text === reason);
  const decide = (event: SubmitEvent) => {
    event.preventDefault();
    void submit(async () => {
      await onDecide(reason.trim());
      onClose();
    });
  };
  return (
    <FormDialog open title={title} unsaved={isTyped && !busy} onClose={onClose}>
      <Problem message={problem} />
      <Form errors={errors} className="flex flex-col gap-4" onSubmit={decide}>
        <p className="text-muted">{note}</p>
        <TemplateField reasons={fitting} namesKinds={kind === undefined} onChoose={setReason} />
        <TextAreaField
          label="Reason"
          name="reason"
          rows={6}
          hint="The reporter reads it, by email and on the status page."
          required
          maxLength={limits.cases.reason}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {progress && <ProgressLine {...progress} />}
        <FormButtons submit={submitLabel} busy={busy} disabled={reason.trim() === ''} />
      </Form>
    </FormDialog>
  );
}
