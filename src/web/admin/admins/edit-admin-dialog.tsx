import { type SubmitEvent, useState } from 'react';
import { type Role, roles } from '#contract/values/accounts.ts';
import { limits } from '#contract/values/fields.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { DraftOffer } from '../kit/draft-offer.tsx';
import { type KeptDraft, useKeptDraft } from '../kit/drafts.ts';
import { TextField } from '../kit/forms/fields.tsx';
import { Form, FormButtons, formText, useSubmit } from '../kit/forms/form.tsx';
import { NewPasswordField, newPasswordProblem } from '../kit/forms/new-password-field.tsx';
import type { Admin } from '../kit/records/accounts.ts';
import { Problem } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { notify } from '../kit/toasts.tsx';
import { RoleField } from './role-field.tsx';

interface AccountChanges {
  email?: string;
  role?: Role;
}

/** Sends only what was changed here, because another admin may have changed the rest. */
const changesIn = (form: FormData, admin: Admin): AccountChanges => {
  const email = formText(form, 'email');
  const role = String(form.get('role')) as Role;
  return { ...(email === admin.email ? {} : { email }), ...(role === admin.role ? {} : { role }) };
};

const hasChanges = (changes: AccountChanges) => Object.keys(changes).length > 0;

const passwordIn = (form: FormData) => String(form.get('password') ?? '');

const resetPassword = async ({ id }: Admin, password: string) =>
  (await adminClient.resetAdminPassword({ params: { id }, body: { password } })).message;

/**
 * Saves the account and returns the server’s message. The password goes first, because it can no longer be reset once
 * the admin is a main admin. `onReset` is called when that has worked, even if the rest fails.
 */
const saveAccount = async (admin: Admin, password: string, changes: AccountChanges, onReset: () => void) => {
  const reset = password === '' ? undefined : await resetPassword(admin, password);
  if (reset) onReset();
  if (!hasChanges(changes)) return reset;
  try {
    const { message } = await adminClient.changeAdmin({ params: { id: admin.id }, body: changes });
    return reset ? `${reset} ${message}` : message;
  } catch (error) {
    if (reset) notify(reset);
    throw error;
  }
};

interface ResetPasswordFieldsProps {
  admin: Admin;
  minPasswordLength: number;
  busy: boolean;
  /** Only resets the password. */
  onReset: (form: HTMLFormElement) => void;
}

/** For an admin who has forgotten the password. They must choose their own at the next sign-in. */
function ResetPasswordFields({ admin, minPasswordLength, busy, onReset }: ResetPasswordFieldsProps) {
  return (
    <section aria-label="Reset password" className="mt-2 grid gap-3 border-t border-line pt-5">
      <h2 className="text-base">Reset password</h2>
      <NewPasswordField
        label="New password"
        name="password"
        required={false}
        hint={`At least ${minPasswordLength} characters. ${admin.username} must replace it at the next sign-in.`}
      />
      <button
        type="button"
        className="btn btn-quiet justify-self-start"
        disabled={busy}
        aria-busy={busy}
        onClick={({ currentTarget: { form } }) => form && onReset(form)}
      >
        Reset password
      </button>
    </section>
  );
}

interface EditAdminDialogProps {
  admin: Admin;
  minPasswordLength: number;
  onClose: () => void;
  onChanged: (message: string) => void;
}

/** Changes the email, the role or the password of another admin. */
export function EditAdminDialog({ admin, minPasswordLength, onClose, onChanged }: EditAdminDialogProps) {
  const { busy, problem, errors, submit, refuse } = useSubmit('Failed to update admin', 'email');
  // Without the password. Accounts have no version, so the draft holds only what was changed.
  const kept = useKeptDraft<AccountChanges>('account', { id: admin.id, version: 0 });
  const [continued, setContinued] = useState<AccountChanges>();
  const [edited, setEdited] = useState(false);
  // Used as a key: a new one empties the password field and its strength meter.
  const [resets, setResets] = useState(0);

  const trackEdits = (form: FormData) => {
    const changes = changesIn(form, admin);
    setEdited(hasChanges(changes) || passwordIn(form) !== '');
    if (hasChanges(changes)) kept.keep(changes);
    else kept.drop();
  };
  const continueDraft = (draft: KeptDraft<AccountChanges>) => {
    setContinued(kept.take(draft));
    setEdited(true);
  };

  /** Stays open if other changes are still unsaved. */
  const send = (password: string, changes: AccountChanges, unsaved: AccountChanges = {}) => {
    const passwordProblem = password === '' ? undefined : newPasswordProblem(password, password, minPasswordLength);
    if (passwordProblem) return refuse(passwordProblem.message, 'password');
    void submit(async () => {
      const message = await saveAccount(admin, password, changes, () => setResets((count) => count + 1));
      if (message && hasChanges(unsaved)) return notify(message);
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
          onInput={({ currentTarget }) => trackEdits(new FormData(currentTarget))}
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
          <RoleField roles={roles} defaultValue={continued?.role ?? admin.role} />
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
            Any change ends the sessions of {admin.username}, who is notified by email.
          </p>
          <FormButtons submit="Update Admin" busy={busy} />
        </Form>
      </DraftOffer>
    </FormDialog>
  );
}
