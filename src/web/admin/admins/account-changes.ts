import type { Role } from '#contract/values/roles.ts';
import { notify } from '../kit/feedback/toasts.tsx';
import { formText } from '../kit/forms/form-text.ts';
import type { Admin } from '../kit/records/admin.ts';
import { adminClient } from '../kit/session/admin-client.ts';

export interface AccountChanges {
  email?: string;
  role?: Role;
}

/** What was not changed here may have been changed by somebody else. */
export const changesIn = (form: FormData, admin: Admin): AccountChanges => {
  const email = formText(form, 'email');
  const role = String(form.get('role')) as Role;
  return { ...(email === admin.email ? {} : { email }), ...(role === admin.role ? {} : { role }) };
};

export const hasChanges = (changes: AccountChanges) => Object.keys(changes).length > 0;

export const passwordIn = (form: FormData) => String(form.get('password') ?? '');

const resetPassword = async ({ id }: Admin, password: string) =>
  (await adminClient.resetAdminPassword({ params: { id }, body: { password } })).message;

/**
 * Saves what was typed, and returns what to tell about it. The password first, because that of a main admin cannot be
 * reset here; `onReset` is called once that is done, also if the rest fails.
 */
export const saveAccount = async (admin: Admin, password: string, changes: AccountChanges, onReset: () => void) => {
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
