import { limits } from '#contract/values/limits.ts';

export const shortestPassword = limits.password.min;

/** What is wrong with a new password that was written twice. */
export const newPasswordProblem = (password: string, confirmation: string) => {
  if (password !== confirmation) return 'Passwords do not match';
  if (password.length < shortestPassword) return `Password must be at least ${shortestPassword} characters long`;
  return undefined;
};
