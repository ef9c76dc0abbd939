import { type SubmitEvent, useState } from 'react';
import { limits } from '#contract/values/limits.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { DraftOffer } from '../kit/drafts/draft-offer.tsx';
import type { KeptDraft } from '../kit/drafts/draft-store.ts';
import { useKeptDraft } from '../kit/drafts/use-kept-draft.ts';
import { notify } from '../kit/feedback/toasts.tsx';
import { Field, TextField } from '../kit/forms/fields.tsx';
import { Form } from '../kit/forms/form.tsx';
import { FormButtons } from '../kit/forms/form-buttons.tsx';
import { newPasswordProblem } from '../kit/forms/new-password.ts';
import { useSubmit } from '../kit/forms/use-submit.ts';
import type { Admin } from '../kit/records/admin.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { type AccountChanges, changesIn, hasChanges, passwordIn, saveAccount } from './account-changes.ts';
import { ResetPasswordFields } from './reset-password-fields.tsx';

interface EditAdminDialogProps {
  admin: Admin;
  minPasswordLength: number;
  onClose: () => void;
  onChanged: (message: string) => void;
}

/** Changes the email, the role or the password of another admin. */
export function EditAdminDialog({ admin, minPasswordLength, onClose, onChanged }: EditAdminDialogProps) {
  const { busy, problem, errors, submit, refuse } = useSubmit('Failed to update admin', 'email');
  // Never the password. Accounts have no version: the draft holds nothing but what was changed.
  const kept = useKeptDraft<AccountChanges>('account', { id: admin.id, version: 0 });
  const [continued, setContinued] = useState<AccountChanges>();
  const [edited, setEdited] = useState(false);
  // A new key empties the field and its dots.
  const [resets, setResets] = useState(0);

  const noteEdits = (form: FormData) => {
    const changes = changesIn(form, admin);
    setEdited(hasChanges(changes) || passwordIn(form) !== '');
    if (hasChanges(changes)) kept.keep(changes);
    else kept.drop();
  };
  const continueDraft = (draft: KeptDraft<AccountChanges>) => {
    setContinued(kept.take(draft));
    setEdited(true);
  };

  /** Stays open while `later` is left to save. */
  const send = (password: string, changes: AccountChanges, later: AccountChanges = {}) => {
    const wrong = password === '' ? undefined : newPasswordProblem(password, password, minPasswordLength);
    if (wrong) return refuse(wrong.message, 'password');
    void submit(async () => {
      const message = await saveAccount(admin, password, changes, () => setResets((count) => count + 1));
      if (message && hasChanges(later)) return notify(message);
      kept.drop();
      if (message) onChanged(message);
      else onClose();
    });
  };
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    send(passwordIn(form), changesIn(form, admin));
  };
  const resetPassword = (element: HTMLFormElement) => {
    const form = new FormData(element);
    if (passwordIn(form) === '') return refuse('Enter a new password.', 'password');
    send(passwordIn(form), {}, changesIn(form, admin));
  };

  return (
    <FormDialog
      open
      title={`Edit Admin: ${admin.username}`}
      unsaved={edited && !busy}
      onDiscard={kept.drop}
      onClose={onClose}
    >
      <Problem message={problem} />
      <DraftOffer {...kept} onContinue={continueDraft} onDiscard={kept.refuse}>
        <Form
          key={String(continued !== undefined)}
          errors={errors}
          onInput={({ currentTarget }) => noteEdits(new FormData(currentTarget))}
          onSubmit={save}
          className="flex flex-col gap-4"
        >
          <TextField
            label="Email"
            name="email"
            type="email"
            required
            maxLength={limits.email}
            autoComplete="off"
            defaultValue={continued?.email ?? admin.email}
          />
          <Field label="Role" name="role" hint="Main admins manage the other admins, the settings and the system.">
            {(attributes) => (
              <select className="field" name="role" defaultValue={continued?.role ?? admin.role} {...attributes}>
                <option value="admin">Admin</option>
                <option value="main_admin">Main admin</option>
              </select>
            )}
          </Field>
          {admin.role !== 'main_admin' && (
            <ResetPasswordFields
              key={resets}
              admin={admin}
              minPasswordLength={minPasswordLength}
              busy={busy}
              onReset={resetPassword}
            />
          )}
          <p className="text-sm text-muted">
            A change ends the sessions of {admin.username}, who gets an email about it.
          </p>
          <FormButtons submit="Update Admin" busy={busy} />
        </Form>
      </DraftOffer>
    </FormDialog>
  );
}
