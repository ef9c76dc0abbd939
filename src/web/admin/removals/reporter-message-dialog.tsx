import { type SubmitEvent, useState } from 'react';
import { type CaseKind, type CaseReason, reasonsFor } from '#contract/values/cases.ts';
import { limits } from '#contract/values/fields.ts';
import { numberText, plural } from '../../components/format.ts';
import { kindWords } from '../kit/case-words.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { Field, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { Form, FormButtons, useSubmit } from '../kit/forms/form.tsx';
import { Problem } from '../kit/screen-parts.tsx';

interface TemplateFieldProps {
  templates: readonly CaseReason[];
  /** Whether each template's kind is shown; set when the cases are of different kinds. */
  showsKinds: boolean;
  onChoose: (text: string) => void;
}

/** Copies a template from the settings into the text field below. */
function TemplateField({ templates, showsKinds, onChoose }: TemplateFieldProps) {
  const [chosen, setChosen] = useState('');
  if (templates.length === 0) return null;
  const choose = (position: string) => {
    setChosen(position);
    const text = templates[Number(position)]?.text;
    if (position !== '' && text !== undefined) onChoose(text);
  };
  return (
    <Field label="Start from" name="template">
      {(attributes) => (
        <select {...attributes} className="field" value={chosen} onChange={(event) => choose(event.target.value)}>
          <option value="">Write your own</option>
          {templates.map(({ title, kind }, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same title
            <option key={position} value={position}>
              {showsKinds && kind !== '' ? `${kindWords[kind]}: ${title}` : title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export interface Progress {
  done: number;
  of: number;
  stop: () => void;
}

const fields = {
  reason: {
    label: 'Reason',
    rows: 6,
    hint: {
      withMail: 'Sent to the reporter by email and shown on the status page.',
      withoutMail: 'Shown on the reporter’s status page.',
    },
    maxLength: limits.cases.reason,
    failure: 'The decision could not be saved.',
  },
  question: {
    label: 'Question',
    rows: 5,
    hint: undefined,
    maxLength: limits.cases.question,
    failure: 'The question could not be sent.',
  },
};

interface ReporterMessageDialogProps {
  field: keyof typeof fields;
  title: string;
  note: string;
  submitLabel: string;
  /** Kind of the cases; undefined if they differ. */
  kind: CaseKind | undefined;
  /** Whether the text is also sent by email. */
  sendsMail: boolean;
  /** Texts from the settings. Those of other kinds are not offered. */
  templates: readonly CaseReason[];
  onClose: () => void;
  onSend: (text: string) => Promise<unknown>;
  progress?: Progress | undefined;
  /** The number of cases, which has to be typed first. */
  count?: number | undefined;
  /** Whether it makes posts public again: such a button doesn't stand out. */
  releases?: boolean;
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

/** Asks for a text that the reporter will read. Stays open, with the text, until the server has accepted it. */
export function ReporterMessageDialog(props: ReporterMessageDialogProps) {
  const {
    field,
    title,
    note,
    submitLabel,
    kind,
    sendsMail,
    templates,
    onClose,
    onSend,
    progress,
    count,
    releases = false,
  } = props;
  const { failure, hint, ...area } = fields[field];
  const offered = reasonsFor(templates, kind);
  const [text, setText] = useState('');
  const [typedCount, setTypedCount] = useState('');
  const isCounted = count === undefined || typedCount.trim() === String(count);
  const { busy, problem, errors, submit } = useSubmit(failure);
  const isTyped = text.trim() !== '' && !offered.some((template) => template.text === text);
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    void submit(async () => {
      await onSend(text.trim());
      onClose();
    });
  };
  return (
    <FormDialog open title={title} unsaved={isTyped && !busy} onClose={onClose}>
      <Problem message={problem} />
      <Form errors={errors} className="flex flex-col gap-4" onSubmit={send}>
        <p className="text-muted">{note}</p>
        <TemplateField templates={offered} showsKinds={kind === undefined} onChoose={setText} />
        <TextAreaField
          {...area}
          hint={hint?.[sendsMail ? 'withMail' : 'withoutMail']}
          name={field}
          required
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {count !== undefined && (
          <TextField
            label={`Number of cases: type ${count}`}
            name="count"
            inputMode="numeric"
            autoComplete="off"
            value={typedCount}
            onChange={({ target }) => setTypedCount(target.value)}
          />
        )}
        {progress && <ProgressLine {...progress} />}
        <FormButtons submit={submitLabel} busy={busy} disabled={text.trim() === '' || !isCounted} quiet={releases} />
      </Form>
    </FormDialog>
  );
}
