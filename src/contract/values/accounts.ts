import { limits } from './fields.ts';
import { invisibleCharacters } from './text.ts';

export const roles = ['main_admin', 'admin'] as const;
export type Role = (typeof roles)[number];

const { min, max } = limits.username;

/** Letters, digits, dots, dashes, underscores or inner spaces: the first and the last character are not spaces. */
export const usernamePattern = `^(?![^]*[${invisibleCharacters}])[\\p{L}\\p{N}_.-][\\p{L}\\p{N}_. -]{${min - 2},${max - 2}}[\\p{L}\\p{N}_.-]$`;

const regExp = new RegExp(usernamePattern, 'u');

export const isUsername = (text: string) => regExp.test(text);

/** Recommended by the forms; the required minimum is lower. */
export const recommendedPasswordLength = 12;

/** Characters as people count them: an emoji is one, not two UTF-16 units. */
export const passwordLength = (password: string) => [...password].length;

export const passwordTooShort = (min: number = limits.password.min) =>
  `Password must be at least ${min} characters long`;

export const refusedPasswords = {
  blank: 'The password must not consist only of spaces.',
  common: 'This password is one of the first that attackers try. Choose a less common one.',
  username: 'The password must not be the username.',
  email: 'The password must not be the email, nor the part before its @.',
  siteName: 'The password must not be the name of the site.',
  unchanged: 'The new password must differ from the current one.',
} as const;

/** A recovery code replaces either of them. */
export const secondFactors = ['authenticator_app', 'passkey'] as const;
export type SecondFactor = (typeof secondFactors)[number];

/** How long a password or passkey counts as a fresh proof of identity. */
export const proofMinutes = 10;

/** What a token may do: read lists and exports, change posts, import feeds. */
export const tokenScopes = ['read', 'posts', 'import'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** The prefix of every token, by which people and secret scanners recognise one. */
export const tokenStart = 'mq_';

export const tokenLimits = {
  name: 60,
  perAdmin: 20,
  expiryDays: { max: 3650 },
  /** Drafts per day, and pictures per day, of a token that may only add drafts. */
  dailyLimit: { min: 1, max: 10_000, default: 100 },
};

/** Refusals that clients can handle. */
export const problemCodes = [
  'fresh_proof_required',
  'second_factor_required',
  'age_assurance_required',
  'country_closed',
] as const;
export type ProblemCode = (typeof problemCodes)[number];
