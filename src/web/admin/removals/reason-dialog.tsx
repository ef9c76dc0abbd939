import { type SubmitEvent, useState } from 'react';
import { type CaseReason, reasonsFor } from '#contract/values/case-reasons.ts';
import type { CaseKind } from '#contract/values/cases.ts';
import { limits } from '#contract/values/limits.ts';
import { numberText } from '../../components/format/number.ts';
import { plural } from '../../components/format/plural.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { TextAreaField } from '../kit/forms/fields.tsx';
import { Form } from '../kit/forms/form.tsx';
import { FormButtons } from '../kit/forms/form-buttons.tsx';
import { useSubmit } from '../kit/forms/use-submit.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { TemplateField } from './template-field.tsx';

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
