import { type FormEvent, type SubmitEvent, useState } from 'react';
import { roles } from '#contract/values/accounts.ts';
import { limits, usernameLength } from '#contract/values/fields.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { DraftOffer } from '../kit/draft-offer.tsx';
import { type KeptDraft, useKeptDraft } from '../kit/drafts.ts';
import { TextField } from '../kit/forms/fields.tsx';
import { Form, FormButtons, formText, useSubmit } from '../kit/forms/form.tsx';
import { NewPasswordField, newPasswordProblem } from '../kit/forms/new-password-field.tsx';
import { isFormEdited } from '../kit/forms/unsaved-guard.ts';
import { Problem } from '../kit/screen-parts.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { RoleField } from './role-field.tsx';

interface CreateAdminDialogProps {
  open: boolean;
  createdBy: string;
  minPasswordLength: number;
  onClose: () => void;
  onCreated: (message: string) => void;
}

/** Nobody starts as a main admin. */
const newRoles = roles.filter((role) => role !== 'main_admin');

interface Identity {
  username: string;
  email: string;
}

const identityOf = (form: FormData): Identity => ({
  username: formText(form, 'username'),
  email: formText(form, 'email'),
});

export function CreateAdminDialog(props: CreateAdminDialogProps) {
  const { open, createdBy, minPasswordLength: minLength, onClose, onCreated } = props;
  const { busy, problem, errors, submit, refuse, clearFailure } = useSubmit('Failed to create admin', 'username');

  // Passwords are never part of a draft.
  const kept = useKeptDraft<Identity>('admin', null, { offers: open });
  const [continued, setContinued] = useState<Identity>();
  const [edited, setEdited] = useState(false);

  const close = () => {
    clearFailure();
    setEdited(false);
    setContinued(undefined);
    onClose();
  };
  const onInput = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const identity = identityOf(new FormData(currentTarget));
    setEdited(continued !== undefined || isFormEdited(currentTarget));
    if (identity.username || identity.email) kept.keep(identity);
    else kept.drop();
  };
  const continueDraft = (draft: KeptDraft<Identity>) => {
    setContinued(kept.take(draft));
    setEdited(true);
  };
  const create = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get('password'));
    const passwordProblem = newPasswordProblem(password, String(form.get('confirmation')), minLength);
    if (passwordProblem) return refuse(passwordProblem.message, passwordProblem.wrong);
    void submit(async () => {
      const role = newRoles.find((each) => each === formText(form, 'role')) ?? 'admin';
      const { message } = await adminClient.createAdmin({ body: { ...identityOf(form), role, password, createdBy } });
      kept.drop();
      setEdited(false);
      setContinued(undefined);
      onCreated(message || 'Admin created successfully!');
    });
  };

  return (
    <FormDialog open={open} title="Create New Admin" unsaved={edited} onDiscard={kept.drop} onClose={close}>
      <Problem message={problem} />
      <DraftOffer {...kept} onContinue={continueDraft} onDiscard={kept.refuse}>
        <Form
          key={String(continued !== undefined)}
          errors={errors}
          onInput={onInput}
          onSubmit={create}
          className="flex flex-col gap-4"
        >
          <TextField
            label="Username"
            name="username"
            required
            defaultValue={continued?.username}
            minLength={limits.username.min}
            maxLength={limits.username.max}
            autoComplete="off"
            hint={`${usernameLength} characters`}
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            required
            defaultValue={continued?.email}
            maxLength={limits.email}
            autoComplete="off"
          />
          <RoleField roles={newRoles} defaultValue="admin" />
          <NewPasswordField label="Password" name="password" hint={`At least ${minLength} characters`} />
          <TextField
            label="Confirm Password"
            name="confirmation"
            type="password"
            required
            maxLength={limits.password.max}
            autoComplete="new-password"
          />
          <FormButtons submit="Create Admin" busy={busy} />
        </Form>
      </DraftOffer>
    </FormDialog>
  );
}
