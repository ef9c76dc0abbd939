import type { SubmitEvent } from 'react';
import { limits } from '#contract/values/limits.ts';
import { usernameLength } from '#contract/values/sentences.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { TextField } from '../kit/forms/fields.tsx';
import { Form } from '../kit/forms/form.tsx';
import { FormButtons } from '../kit/forms/form-buttons.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { newPasswordProblem } from '../kit/forms/new-password.ts';
import { NewPasswordField } from '../kit/forms/new-password-field.tsx';
import { useSubmit } from '../kit/forms/use-submit.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { adminClient } from '../kit/session/admin-client.ts';

interface CreateAdminDialogProps {
  open: boolean;
  createdBy: string;
  minPasswordLength: number;
  onClose: () => void;
  onCreated: (message: string) => void;
}

export function CreateAdminDialog(props: CreateAdminDialogProps) {
  const { open, createdBy, minPasswordLength: minLength, onClose, onCreated } = props;
  const { busy, problem, errors, submit, refuse, clearFailure } = useSubmit('Failed to create admin', 'username');

  const close = () => {
    clearFailure();
    onClose();
  };
  const create = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get('password'));
    const passwordProblem = newPasswordProblem(password, String(form.get('confirmation')), minLength);
    if (passwordProblem) return refuse(passwordProblem.message, passwordProblem.wrong);
    void submit(async () => {
      const identity = { username: formText(form, 'username'), email: formText(form, 'email') };
      const { message } = await adminClient.createAdmin({ body: { ...identity, password, createdBy } });
      onCreated(message || 'Admin created successfully!');
    });
  };

  return (
    <FormDialog open={open} title="Create New Admin" onClose={close}>
      <Problem message={problem} />
      <Form errors={errors} onSubmit={create} className="flex flex-col gap-4">
        <TextField
          label="Username"
          name="username"
          required
          minLength={limits.username.min}
          maxLength={limits.username.max}
          autoComplete="off"
          hint={`${usernameLength} characters`}
        />
        <TextField label="Email" name="email" type="email" required maxLength={limits.email} autoComplete="off" />
        <NewPasswordField label="Password" name="password" hint={`At least ${minLength} characters`} />
        <TextField
          label="Confirm Password"
          name="confirmation"
          type="password"
          required
          maxLength={limits.password.max}
          autoComplete="new-password"
        />
        <FormButtons submit="Create Admin" busy={busy} onCancel={close} />
      </Form>
    </FormDialog>
  );
}
