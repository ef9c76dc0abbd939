import { limits } from '#contract/values/limits.ts';
import { passwordTooShort } from '#contract/values/sentences.ts';

/** Why a new password, entered twice, cannot be used. */
export const newPasswordProblem = (password: string, confirmation: string) => {
  if (password !== confirmation) return 'Passwords do not match';
  if (password.length < limits.password.min) return passwordTooShort;
  return undefined;
};
