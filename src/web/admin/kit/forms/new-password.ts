import { limits } from '#contract/values/limits.ts';
import { passwordTooShort } from '#contract/values/sentences.ts';

interface NewPasswordProblem {
  wrong: 'password' | 'confirmation';
  message: string;
}

/** Why a new password, entered twice, cannot be used. */
export const newPasswordProblem = (password: string, confirmation: string): NewPasswordProblem | undefined => {
  if (password !== confirmation) return { wrong: 'confirmation', message: 'Passwords do not match' };
  if (password.length < limits.password.min) return { wrong: 'password', message: passwordTooShort };
  return undefined;
};
