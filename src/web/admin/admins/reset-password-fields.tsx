import { NewPasswordField } from '../kit/forms/new-password-field.tsx';
import type { Admin } from '../kit/records/admin.ts';

interface ResetPasswordFieldsProps {
  admin: Admin;
  minPasswordLength: number;
  busy: boolean;
  /** Resets the password, and saves nothing else. */
  onReset: (form: HTMLFormElement) => void;
}

/** For an admin who has forgotten the password: they sign in with the new one and have to choose their own. */
export function ResetPasswordFields({ admin, minPasswordLength, busy, onReset }: ResetPasswordFieldsProps) {
  return (
    <section aria-label="Reset password" className="mt-2 grid gap-3 border-t border-line pt-5">
      <h2 className="text-base">Reset password</h2>
      <NewPasswordField
        label="New password"
        name="password"
        required={false}
        hint={`At least ${minPasswordLength} characters. ${admin.username} has to replace it at the next sign-in.`}
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
