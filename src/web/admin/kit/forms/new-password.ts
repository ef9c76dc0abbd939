import { limits } from '#contract/values/limits.ts';
import { passwordLength, passwordTooShort } from '#contract/values/passwords.ts';

interface NewPasswordProblem {
  wrong: 'password' | 'confirmation';
  message: string;
}

/** Why a new password, entered twice, cannot be used, as far as the browser can tell. */
export const newPasswordProblem = (
  password: string,
  confirmation: string,
  minLength: number = limits.password.min,
): NewPasswordProblem | undefined => {
  if (password !== confirmation) return { wrong: 'confirmation', message: 'Passwords do not match' };
  if (passwordLength(password) < minLength) return { wrong: 'password', message: passwordTooShort(minLength) };
  return undefined;
};
