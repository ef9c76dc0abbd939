import { limits } from '#contract/values/limits.ts';
import { passwordLength, passwordTooShort, refusedPasswords } from '#contract/values/passwords.ts';
import { tooLong } from '#contract/values/sentences.ts';
import type { Db } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';
import { readSettings, withDefaults } from '#domain/settings/settings.ts';
import { hashPassword } from './passwords.ts';

interface PasswordRules {
  minLength: number;
  siteName: string;
}

interface Owner {
  username: string;
  email: string;
}

const readRules = async (db: Db, siteName: string): Promise<PasswordRules> => {
  const settings = withDefaults(await readSettings(db), siteName);
  return { minLength: settings.minPasswordLength, siteName: settings.siteName };
};

const simplified = (text: string) => text.trim().toLowerCase();

/** White space, and characters that look like it: format characters and the Hangul fillers. */
const onlyBlanks = /^[\s\p{Cf}\u115f\u1160\u3164\uffa0]*$/u;

/** 'Password1!' is 'password' to those who guess. An ending makes a shorter word long enough to be less common. */
const withoutEnding = (text: string) => simplified(text).replace(/(?<=.{6})[^\p{L}]{1,4}$/u, '');

/** 'aaaaaaaa', 'abcdefgh', '87654321'. */
const isSequence = (password: string) => {
  const codes = Array.from(simplified(password), (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)));
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
};

/** Loaded when the first password is chosen: the dictionary takes some megabytes. */
const isCommon = async (password: string) => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return [simplified(password), withoutEnding(password)].some((text) => dictionary['passwords-common'].includes(text));
};

/** Why a password cannot be chosen, or undefined. */
export const newPasswordProblem = async (
  password: string,
  { username, email }: Owner,
  { minLength, siteName }: PasswordRules,
): Promise<string | undefined> => {
  const isLike = (...texts: string[]) =>
    texts.some((text) => [simplified(password), withoutEnding(password)].includes(simplified(text)));
  if (passwordLength(password) < minLength) return passwordTooShort(minLength);
  if (passwordLength(password) > limits.password.max) return tooLong('The password', limits.password.max);
  if (onlyBlanks.test(password)) return refusedPasswords.blank;
  if (isLike(username)) return refusedPasswords.username;
  if (isLike(email, email.split('@')[0] ?? '')) return refusedPasswords.email;
  if (isLike(siteName)) return refusedPasswords.siteName;
  if (isSequence(password) || (await isCommon(password))) return refusedPasswords.common;
  return undefined;
};

export interface ChosenPassword {
  password: string;
  owner: Owner;
  /** The configured name of the site, which the settings may replace. */
  siteName: string;
  /** The form field that shows the message. */
  field: string;
}

/** The one place where a new password is checked. Returns its hash. */
export const hashNewPassword = async (db: Db, { password, owner, siteName, field }: ChosenPassword) => {
  const problem = await newPasswordProblem(password, owner, await readRules(db, siteName));
  if (problem !== undefined) throw new ValidationError(problem, { [field]: problem });
  return hashPassword(password);
};
