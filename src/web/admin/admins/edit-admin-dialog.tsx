import type { SubmitEvent } from 'react';
import { limits } from '#contract/values/limits.ts';
import type { Role } from '#contract/values/roles.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { Field, TextField } from '../kit/forms/fields.tsx';
import { Form } from '../kit/forms/form.tsx';
import { FormButtons } from '../kit/forms/form-buttons.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { useSubmit } from '../kit/forms/use-submit.ts';
import type { Admin } from '../kit/records/admin.ts';
import { Problem } from '../kit/screen/problem.tsx';
import { adminClient } from '../kit/session/admin-client.ts';
import { ResetPasswordForm } from './reset-password-form.tsx';

interface EditAdminDialogProps {
  admin: Admin;
  minPasswordLength: number;
  onClose: () => void;
  onChanged: (message: string) => void;
}

/** Changes the email, the role or the password of another admin. */
export function EditAdminDialog({ admin, minPasswordLength, onClose, onChanged }: EditAdminDialogProps) {
  const { busy, problem, errors, submit } = useSubmit('Failed to update admin', 'email');
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = formText(form, 'email');
    const role = String(form.get('role')) as Role;
    // What was not changed here may have been changed by somebody else.
    const body = { ...(email === admin.email ? {} : { email }), ...(role === admin.role ? {} : { role }) };
    if (Object.keys(body).length === 0) return onClose();
    void submit(async () => {
      const { message } = await adminClient.changeAdmin({ params: { id: admin.id }, body });
      onChanged(message);
    });
  };
  return (
    <FormDialog open title={`Edit Admin: ${admin.username}`} onClose={onClose}>
      <Problem message={problem} />
      <Form errors={errors} onSubmit={save} className="flex flex-col gap-4">
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          maxLength={limits.email}
          autoComplete="off"
          defaultValue={admin.email}
        />
        <Field label="Role" name="role" hint="Main admins manage the other admins, the settings and the system.">
          {(attributes) => (
            <select className="field" name="role" defaultValue={admin.role} {...attributes}>
              <option value="admin">Admin</option>
              <option value="main_admin">Main admin</option>
            </select>
          )}
        </Field>
        <p className="text-sm text-muted">
          A change ends the sessions of {admin.username}, who gets an email about it.
        </p>
        <FormButtons submit="Update Admin" busy={busy} />
      </Form>
      {admin.role !== 'main_admin' && (
        <ResetPasswordForm admin={admin} minPasswordLength={minPasswordLength} onReset={onChanged} />
      )}
    </FormDialog>
  );
}
