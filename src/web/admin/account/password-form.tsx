import { type SubmitEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { notify } from '../kit/feedback/toasts.tsx';
import { TextField } from '../kit/forms/fields.tsx';
import { newPasswordProblem, shortestPassword } from '../kit/forms/new-password.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { failureMessage } from '../kit/session/failure.ts';

const field = { type: 'password', required: true, maxLength: 200 } as const;

export function PasswordForm() {
  const revalidator = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  const change = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const newPassword = String(form.get('newPassword'));
    const wrong = newPasswordProblem(newPassword, String(form.get('confirmation')));
    setProblem(wrong);
    if (wrong) return;
    setBusy(true);
    try {
      const body = { currentPassword: String(form.get('currentPassword')), newPassword };
      notify((await adminClient.changePassword({ body })).message);
      element.reset();
      await revalidator.revalidate();
    } catch (error) {
      console.warn(error);
      setProblem(failureMessage(error, 'The password could not be changed.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={change} className="grid gap-4 p-4.5">
      <Problem message={problem} />
      <TextField label="Current password" name="currentPassword" autoComplete="current-password" {...field} />
      <TextField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        hint={`At least ${shortestPassword} characters. Every other session ends.`}
        {...field}
      />
      <TextField label="Confirm new password" name="confirmation" autoComplete="new-password" {...field} />
      <div>
        <button type="submit" className="btn btn-primary" disabled={busy} aria-busy={busy}>
          Change password
        </button>
      </div>
    </form>
  );
}
