import { type SubmitEvent, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { limits } from '#contract/values/limits.ts';
import { notify } from '../kit/feedback/toasts.tsx';
import { TextField } from '../kit/forms/fields.tsx';
import { Form } from '../kit/forms/form.tsx';
import { newPasswordProblem } from '../kit/forms/new-password.ts';
import { NewPasswordField } from '../kit/forms/new-password-field.tsx';
import { useSubmit } from '../kit/forms/use-submit.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { forgetReturnUrl, readAdmin, returnUrl, storeAdmin } from '../kit/session/admin-session.ts';

const field = { type: 'password', required: true, maxLength: limits.password.max } as const;

export function PasswordForm({ minLength }: { minLength: number }) {
  // A new key empties the meter, which a reset of the form does not.
  const [changes, setChanges] = useState(0);
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const { busy, problem, errors, submit, refuse } = useSubmit('The password could not be changed.');

  const change = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    const form = new FormData(element);
    const newPassword = String(form.get('newPassword'));
    const passwordProblem = newPasswordProblem(newPassword, String(form.get('confirmation')), minLength);
    if (passwordProblem) {
      const { wrong, message } = passwordProblem;
      return refuse(message, wrong === 'password' ? 'newPassword' : wrong);
    }
    void submit(async () => {
      const body = { currentPassword: String(form.get('currentPassword')), newPassword };
      notify((await adminClient.changePassword({ body })).message);
      element.reset();
      setChanges((count) => count + 1);
      const admin = readAdmin();
      if (admin?.mustChangePassword) {
        storeAdmin({ ...admin, mustChangePassword: false });
        await navigate(returnUrl());
        forgetReturnUrl();
      } else await revalidator.revalidate();
    });
  };

  return (
    <Form errors={errors} onSubmit={change} className="grid gap-4 p-4.5">
      <Problem message={problem} />
      <TextField label="Current password" name="currentPassword" autoComplete="current-password" {...field} />
      <NewPasswordField
        key={changes}
        label="New password"
        name="newPassword"
        hint={`At least ${minLength} characters. You'll be signed out everywhere else.`}
      />
      <TextField label="Confirm new password" name="confirmation" autoComplete="new-password" {...field} />
      <div>
        <button type="submit" className="btn btn-primary" disabled={busy} aria-busy={busy}>
          Change password
        </button>
      </div>
    </Form>
  );
}
