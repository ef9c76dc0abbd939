import type { CaseReason } from '#contract/values/case-reasons.ts';
import { caseKinds } from '#contract/values/cases.ts';
import { limits } from '#contract/values/limits.ts';
import { kindWords } from '../kit/cases/case-words.ts';
import { Field, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';

const max = limits.settings.caseReasons;

interface CaseReasonEditorProps {
  /** Of its fields in the form. */
  name: string;
  /** Such as 'reason to keep 3'. */
  label: string;
  reason: CaseReason;
  onChange: (reason: CaseReason) => void;
  onRemove: () => void;
}

/** One text, and the kind of notice that it is for. */
export function CaseReasonEditor({ name, label, reason, onChange, onRemove }: CaseReasonEditorProps) {
  const capital = label.charAt(0).toUpperCase() + label.slice(1);
  return (
    <fieldset aria-label={capital} className="grid gap-3 rounded-xl border border-line p-3.5">
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          name={`${name}.title`}
          label={`${capital}: title`}
          required
          maxLength={max.title}
          value={reason.title}
          onChange={(event) => onChange({ ...reason, title: event.target.value })}
        />
        <Field name={`${name}.kind`} label="For notices about">
          {(attributes) => (
            <select
              {...attributes}
              className="field"
              value={reason.kind}
              onChange={(event) => onChange({ ...reason, kind: event.target.value as CaseReason['kind'] })}
            >
              <option value="">Anything</option>
              {caseKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {kindWords[kind]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <TextAreaField
        name={`${name}.text`}
        label="Text"
        required
        rows={3}
        maxLength={max.text}
        value={reason.text}
        onChange={(event) => onChange({ ...reason, text: event.target.value })}
      />
      <div>
        <RowButton label={`Remove ${label}`} danger onClick={onRemove}>
          Remove
        </RowButton>
      </div>
    </fieldset>
  );
}
