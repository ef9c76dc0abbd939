import { type SubmitEvent, useState } from 'react';
import { type TokenScope, tokenLimits } from '#contract/values/token-scopes.ts';
import { FormDialog } from '../../kit/dialogs/form-dialog.tsx';
import { Field, TextField } from '../../kit/forms/fields.tsx';
import { Form } from '../../kit/forms/form.tsx';
import { FormButtons } from '../../kit/forms/form-buttons.tsx';
import { formText } from '../../kit/forms/form-text.ts';
import { useSubmit } from '../../kit/forms/use-submit.ts';
import { createToken } from '../../kit/records/token.ts';
import { Problem } from '../../kit/screen/problem.tsx';
import { DraftFields } from './draft-fields.tsx';
import { ScopeFields } from './scope-fields.tsx';

interface TokenDialogProps {
  onClose: () => void;
  onMade: (token: string) => Promise<void>;
}

const expiries = [
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
  ['', 'Never'],
] as const;

const kinds = [
  ['own', 'For my scripts', 'It may do what you may, as far as you tick below.'],
  ['drafts', 'For a partner', 'It may only add drafts, and sees nothing else.'],
] as const;
type Kind = (typeof kinds)[number][0];

const bodyOf = (kind: Kind, form: FormData) => {
  const days = formText(form, 'expiresInDays');
  const common = { name: formText(form, 'name'), expiresInDays: days === '' ? null : Number(days) };
  if (kind === 'own') return { ...common, scopes: form.getAll('scopes') as TokenScope[] };
  return {
    ...common,
    scopes: ['posts' as const],
    draftsOnly: true,
    partner: formText(form, 'partner') || null,
    dailyLimit: Number(formText(form, 'dailyLimit')),
  };
};

export function TokenDialog({ onClose, onMade }: TokenDialogProps) {
  const [kind, setKind] = useState<Kind>('own');
  const { busy, problem, errors, submit, refuse } = useSubmit('The token could not be made.');
  const make = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = bodyOf(kind, new FormData(event.currentTarget));
    if (body.scopes.length === 0) return refuse('Tick what the token may do.', 'scopes');
    void submit(async () => onMade(await createToken(body)));
  };
  return (
    <FormDialog open title="Make an API token" onClose={onClose}>
      <Form errors={errors} onSubmit={make} className="flex flex-col gap-5">
        <Problem message={problem} />
        <TextField
          label="Name"
          name="name"
          required
          maxLength={tokenLimits.name}
          hint="What it is for. The audit log names it beside each change."
        />
        <fieldset className="grid gap-2 sm:grid-cols-2">
          <legend className="mb-1.5 text-sm font-medium">Who uses it</legend>
          {kinds.map(([value, label, hint]) => (
            <label
              key={value}
              className="flex items-start gap-2.5 rounded-xl border border-line p-3 text-sm has-checked:border-accent has-focus-visible:outline-2"
            >
              <input
                type="radio"
                name="kind"
                value={value}
                className="mt-0.5 size-4.5 shrink-0 accent-glow"
                checked={kind === value}
                onChange={() => setKind(value)}
              />
              <span>
                <span className="block font-medium">{label}</span>
                <span className="text-[13px] text-muted">{hint}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {kind === 'own' ? <ScopeFields /> : <DraftFields />}
        <Field label="Expires" name="expiresInDays">
          {(attributes) => (
            <select name="expiresInDays" className="field" defaultValue="365" {...attributes}>
              {expiries.map(([days, label]) => (
                <option key={days} value={days}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <FormButtons submit="Make token" busy={busy} />
      </Form>
    </FormDialog>
  );
}
