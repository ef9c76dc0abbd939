import { type SubmitEvent, useState } from 'react';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { TextField } from '../kit/forms/fields.tsx';
import { FormButtons } from '../kit/forms/form-buttons.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { newPasswordProblem, shortestPassword } from '../kit/forms/new-password.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { failureMessage } from '../kit/session/failure.ts';

interface CreateAdminDialogProps {
  open: boolean;
  createdBy: string;
  onClose: () => void;
  onCreated: (message: string) => void;
}

export function CreateAdminDialog({ open, createdBy, onClose, onCreated }: CreateAdminDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const close = () => {
    setProblem(undefined);
    onClose();
  };
  const create = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const password = String(form.get('password'));
    const wrong = newPasswordProblem(password, String(form.get('confirmation')));
    setProblem(wrong);
    if (wrong) return;
    setBusy(true);
    try {
      const who = { username: formText(form, 'username'), email: formText(form, 'email') };
      const { message } = await adminClient.createAdmin({ body: { ...who, password, createdBy } });
      onCreated(message || 'Admin created successfully!');
    } catch (error) {
      console.warn(error);
      setProblem(failureMessage(error, 'Failed to create admin'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <FormDialog open={open} title="Create New Admin" onClose={close}>
      <Problem message={problem} />
      <form onSubmit={create} className="flex flex-col gap-4">
        <TextField
          label="Username"
          name="username"
          required
          minLength={3}
          maxLength={20}
          autoComplete="off"
          hint="3 to 20 characters"
        />
        <TextField label="Email" name="email" type="email" required maxLength={254} autoComplete="off" />
        <TextField
          label="Password"
          name="password"
          type="password"
          required
          maxLength={200}
          autoComplete="new-password"
          hint={`At least ${shortestPassword} characters`}
        />
        <TextField
          label="Confirm Password"
          name="confirmation"
          type="password"
          required
          maxLength={200}
          autoComplete="new-password"
        />
        <FormButtons submit="Create Admin" busy={busy} onCancel={close} />
      </form>
    </FormDialog>
  );
}
