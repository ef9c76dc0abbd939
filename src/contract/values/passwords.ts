import { limits } from './limits.ts';

/** What the forms recommend; the rule is shorter. */
export const recommendedPasswordLength = 12;

/** Characters as people count them: an emoji is one, not two UTF-16 units. */
export const passwordLength = (password: string) => [...password].length;

export const passwordTooShort = (min: number = limits.password.min) =>
  `Password must be at least ${min} characters long`;

export const refusedPasswords = {
  blank: 'The password must not consist of blanks only.',
  common: 'This password is among the first that guessers try. Choose a less common one.',
  username: 'The password must not be the username.',
  email: 'The password must not be the email, nor the part before its @.',
  siteName: 'The password must not be the name of the site.',
  unchanged: 'The new password must differ from the current one.',
} as const;
