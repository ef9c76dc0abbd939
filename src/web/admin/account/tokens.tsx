import { type SubmitEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type TokenScope, tokenLimits } from '#contract/values/accounts.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { Field, TextField } from '../kit/forms/fields.tsx';
import { Form, FormButtons, formText, useSubmit } from '../kit/forms/form.tsx';
import { TokenList } from '../kit/lists/access-lists.tsx';
import { createToken, revokeToken, type Token } from '../kit/records/accounts.ts';
import { Panel, Problem } from '../kit/screen-parts.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';
import { notify, notifyFailure } from '../kit/toasts.tsx';
import { PartnerField } from '../kit/video-form/partner-field.tsx';

interface NewTokenDialogProps {
  /** Undefined while the dialog is closed. */
  token: string | undefined;
  onClose: () => void;
}

/** Shown once: only a hash of the token is stored. */
function NewTokenDialog({ token, onClose }: NewTokenDialogProps) {
  const copy = () =>
    navigator.clipboard.writeText(token ?? '').then(
      () => notify('Token copied.'),
      () => notifyFailure('The browser blocked copying. Select the token instead.'),
    );
  return (
    <FormDialog open={token !== undefined} title="Your new API token" onClose={onClose}>
      <p>Copy it now and treat it like a password: it will not be shown again.</p>
      <code className="my-5 block rounded-xl border border-line bg-raised p-4 font-mono text-[15px] [overflow-wrap:anywhere] select-all">
        {token}
      </code>
      <p className="mb-5 text-sm text-muted">
        Send it with each call, as the header <code className="font-mono">Authorization: Bearer mq_…</code>. All calls
        are described at{' '}
        <a href="/api/docs" target="_blank" rel="noreferrer" className="text-accent underline">
          /api/docs
        </a>
        .
      </p>
      <div className="flex flex-wrap justify-end gap-2.5">
        <button type="button" className="btn btn-quiet" onClick={copy}>
          Copy
        </button>
        <button type="button" className="btn btn-primary" onClick={onClose}>
          I have saved it
        </button>
      </div>
    </FormDialog>
  );
}

const { min, max, default: defaultLimit } = tokenLimits.dailyLimit;

function DraftFields() {
  const [partner, setPartner] = useState('');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <PartnerField value={partner} onChange={setPartner} />
      <TextField
        label="Drafts per day"
        name="dailyLimit"
        type="number"
        required
        min={min}
        max={max}
        defaultValue={defaultLimit}
        hint="The same limit applies to pictures."
      />
    </div>
  );
}

const scopes: [TokenScope, string, string][] = [
  ['read', 'Read', 'Lists and exports of the back-office, including cases and the audit log.'],
  ['posts', 'Posts', 'Add, change and delete posts, and upload pictures.'],
  ['import', 'Import', 'Send feeds and run imports.'],
];

function ScopeFields() {
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-medium">Permissions</legend>
      {scopes.map(([value, label, hint]) => (
        <label key={value} className="flex min-h-11 items-start gap-2.5 py-1 text-sm">
          <input type="checkbox" name="scopes" value={value} className="mt-0.5 size-5 shrink-0 accent-glow" />
          <span>
            <span className="block font-medium">{label}</span>
            <span className="text-[13px] text-muted">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface TokenDialogProps {
  onClose: () => void;
  onCreated: (token: string) => Promise<void>;
}

const expiries = [
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
  ['', 'Never'],
] as const;

const kinds = [
  ['own', 'For my scripts', 'Can do what you can, limited to the permissions below.'],
  ['drafts', 'For a partner', 'Can only add drafts and see nothing else.'],
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

function TokenDialog({ onClose, onCreated }: TokenDialogProps) {
  const [kind, setKind] = useState<Kind>('own');
  const { busy, problem, errors, submit, refuse } = useSubmit('The token could not be created.');
  const create = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = bodyOf(kind, new FormData(event.currentTarget));
    if (body.scopes.length === 0) return refuse('Choose at least one permission.', 'scopes');
    void submit(async () => onCreated(await createToken(body)));
  };
  return (
    <FormDialog open title="Create an API token" onClose={onClose}>
      <Form errors={errors} onSubmit={create} className="flex flex-col gap-5">
        <Problem message={problem} />
        <TextField
          label="Name"
          name="name"
          required
          maxLength={tokenLimits.name}
          hint="What it is for. Shown in the audit log with each change."
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
        <FormButtons submit="Create token" busy={busy} />
      </Form>
    </FormDialog>
  );
}

export function TokensPanel({ tokens }: { tokens: Token[] }) {
  const { revalidate } = useRevalidator();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<string>();
  const show = async (token: string) => {
    setCreating(false);
    setCreated(token);
    await revalidate();
  };
  return (
    <Panel
      title="API tokens"
      aside={
        <RowButton
          label="Create a token"
          disabled={tokens.length >= tokenLimits.perAdmin}
          onClick={() => setCreating(true)}
        >
          Create a token
        </RowButton>
      }
    >
      {tokens.length === 0 && (
        <p className="px-4.5 py-3 text-sm text-muted">
          With a token, your scripts can call the API as you, and a partner can send posts as drafts.
        </p>
      )}
      <TokenList label="API tokens" tokens={tokens} onRevoke={revokeToken} />
      {isCreating && <TokenDialog onClose={() => setCreating(false)} onCreated={show} />}
      <NewTokenDialog token={created} onClose={() => setCreated(undefined)} />
    </Panel>
  );
}
