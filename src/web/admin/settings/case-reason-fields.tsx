import { useContext, useState } from 'react';
import {
  type CaseReason,
  type CaseReasons,
  caseKinds,
  defaultCaseReasons,
  type ReasonDecision,
  reasonDecisions,
} from '#contract/values/cases.ts';
import { limits } from '#contract/values/fields.ts';
import { upperFirst } from '#contract/values/text.ts';
import { plural } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { kindWords } from '../kit/case-words.ts';
import { useConfirmation } from '../kit/dialogs/confirmation.tsx';
import { Field, FieldErrorsContext, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';

const caseReasonLimits = limits.settings.caseReasons;

interface CaseReasonEditorProps {
  /** Prefix of the names of its fields. */
  name: string;
  /** For example 'reason to keep 3'. */
  label: string;
  reason: CaseReason;
  onChange: (reason: CaseReason) => void;
  onRemove: () => void;
}

function CaseReasonEditor({ name, label, reason, onChange, onRemove }: CaseReasonEditorProps) {
  const capital = upperFirst(label);
  return (
    <fieldset aria-label={capital} className="grid gap-3 rounded-xl border border-line p-3.5">
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          name={`${name}.title`}
          label={`${capital}: title`}
          required
          maxLength={caseReasonLimits.title}
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
        maxLength={caseReasonLimits.text}
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

const words: Record<ReasonDecision, { title: string; one: string }> = {
  remove: { title: 'To remove', one: 'reason to remove' },
  keep: { title: 'To keep', one: 'reason to keep' },
  ask: { title: 'To ask the reporter', one: 'question' },
};

interface ListProps {
  decision: ReasonDecision;
  reasons: CaseReason[];
  onChange: (reasons: CaseReason[]) => void;
}

function ReasonList({ decision, reasons, onChange }: ListProps) {
  const { title, one } = words[decision];
  const [isOpened, setIsOpened] = useState(false);
  const name = `caseReasons.${decision}`;
  const hasError = Object.keys(useContext(FieldErrorsContext)).some((field) => field.startsWith(name));
  const confirm = useConfirmation();
  const defaults = defaultCaseReasons[decision];
  const isDefault = JSON.stringify(reasons) === JSON.stringify(defaults);
  const restoreDefaults = async () => {
    const question = `Replace all texts under “${title}” with the defaults?`;
    if (await confirm({ question, confirmLabel: 'Replace' })) onChange(defaults);
  };
  return (
    <details
      open={isOpened || hasError}
      onToggle={({ currentTarget }) => setIsOpened(currentTarget.open)}
      // The browser can only point to an invalid field that is visible.
      onInvalidCapture={({ currentTarget }) => {
        currentTarget.open = true;
      }}
      className="group/list border-line not-first:border-t"
    >
      <summary className="flex min-h-13 items-center gap-3 px-4.5 py-2.5 hover:bg-raised">
        <span className="font-medium">{title}</span>
        <span className="ml-auto text-[13px] text-muted">{plural(reasons.length, 'text')}</span>
        <span className="transition-transform group-open/list:rotate-180">
          <Icon name="down" size={16} />
        </span>
      </summary>
      <div className="grid gap-3 px-4.5 pt-1 pb-4.5">
        {reasons.length === 0 && <p className="text-sm text-muted">None. Admins write their own text.</p>}
        {reasons.map((reason, position) => (
          <CaseReasonEditor
            // biome-ignore lint/suspicious/noArrayIndexKey: two may be equal
            key={position}
            name={`${name}.${position}`}
            label={`${one} ${position + 1}`}
            reason={reason}
            onChange={(changed) => onChange(reasons.map((each, index) => (index === position ? changed : each)))}
            onRemove={() => onChange(reasons.filter((_, index) => index !== position))}
          />
        ))}
        <div className="flex flex-wrap gap-2">
          {reasons.length < caseReasonLimits.count && (
            <RowButton label={`Add a ${one}`} onClick={() => onChange([...reasons, { kind: '', title: '', text: '' }])}>
              Add a {one}
            </RowButton>
          )}
          {!isDefault && (
            <RowButton label={`Use the default texts of “${title}”`} onClick={() => void restoreDefaults()}>
              Use the default texts
            </RowButton>
          )}
        </div>
      </div>
    </details>
  );
}

interface CaseReasonFieldsProps {
  reasons: CaseReasons;
  onChange: (reasons: CaseReasons) => void;
}

export function CaseReasonFields({ reasons, onChange }: CaseReasonFieldsProps) {
  return (
    <div className="grid gap-2">
      <p className="text-sm font-medium">Reasons for decisions</p>
      <p className="text-[13px] text-muted">
        Templates that admins can choose and edit when they decide a case. The reporter sees the result.
      </p>
      <div className="overflow-clip rounded-2xl border border-line bg-surface">
        {reasonDecisions.map((decision) => (
          <ReasonList
            key={decision}
            decision={decision}
            reasons={reasons[decision]}
            onChange={(changed) => onChange({ ...reasons, [decision]: changed })}
          />
        ))}
      </div>
    </div>
  );
}
