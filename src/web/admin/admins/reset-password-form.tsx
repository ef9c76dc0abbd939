import type { SubmitEvent } from 'react';
import { Form } from '../kit/forms/form.tsx';
import { newPasswordProblem } from '../kit/forms/new-password.ts';
import { NewPasswordField } from '../kit/forms/new-password-field.tsx';
import { useSubmit } from '../kit/forms/use-submit.ts';
import type { Admin } from '../kit/records/admin.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { adminClient } from '../kit/session/admin-client.ts';

interface ResetPasswordFormProps {
  admin: Admin;
  minPasswordLength: number;
  onReset: (message: string) => void;
}

/** For an admin who has forgotten the password: they sign in with the new one and have to choose their own. */
export function ResetPasswordForm({ admin, minPasswordLength, onReset }: ResetPasswordFormProps) {
  const { busy, problem, errors, submit, refuse } = useSubmit('Failed to reset the password', 'password');
  const reset = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    const wrong = newPasswordProblem(password, password, minPasswordLength);
    if (wrong) return refuse(wrong.message, 'password');
    void submit(async () => {
      const { message } = await adminClient.resetAdminPassword({ params: { id: admin.id }, body: { password } });
      onReset(message);
    });
  };
  return (
    <section aria-label="Reset password" className="mt-8 border-t border-line pt-5">
      <h2 className="mb-3 text-base">Reset password</h2>
      <Problem message={problem} />
      <Form errors={errors} onSubmit={reset} className="grid gap-4">
        <NewPasswordField
          label="New password"
          name="password"
          hint={`At least ${minPasswordLength} characters. ${admin.username} has to replace it at the next sign-in.`}
        />
        <button type="submit" className="btn btn-quiet justify-self-start" disabled={busy} aria-busy={busy}>
          Reset password
        </button>
      </Form>
    </section>
  );
}
