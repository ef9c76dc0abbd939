import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { passwordLength, passwordTooShort, refusedPasswords } from '#contract/values/accounts.ts';
import { limits, tooLong } from '#contract/values/fields.ts';
import type { Db } from '#db/database.ts';
import { TooManyRequestsError, ValidationError } from '#domain/errors.ts';
import { readSettings, withDefaults } from '#domain/settings.ts';
import { createWorkQueue } from '#domain/work-queue.ts';

// argon2id, the library's default, with the memory and passes that OWASP recommends.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each takes a thread of Node's pool, which compression and files need as well, and 19 MB.
const queue = createWorkQueue({
  maxConcurrent: 2,
  maxWaiting: 32,
  refusal: () =>
    new TooManyRequestsError('Many people are signing in right now. Please try again in a few seconds.', 5),
});

export const hashPassword = (password: string) => queue.run(() => hash(password, cost));

export const verifyPassword = (passwordHash: string, password: string) =>
  queue.run(() => verify(passwordHash, password));

/** Without letters and digits that are easily mistaken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Some 138 bits, and longer than the settings can require. */
const randomLength = 24;

export const randomPassword = () =>
  Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');

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
