import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { passwordLength, passwordTooShort, refusedPasswords } from '#contract/values/accounts.ts';
import { limits, tooLong } from '#contract/values/fields.ts';
import type { Db } from '#db/database.ts';
import { TooManyRequestsError, ValidationError } from '#domain/errors.ts';
import { readSettings, withDefaults } from '#domain/settings.ts';
import { createWorkQueue } from '#domain/work-queue.ts';

// argon2id, the library's default, with OWASP's recommended parameters.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// Each hash takes 19 MB and a thread of Node's pool, which compression and files need as well.
const queue = createWorkQueue({
  maxConcurrent: 2,
  maxWaiting: 32,
  refusal: () =>
    new TooManyRequestsError('Many people are signing in right now. Please try again in a few seconds.', 5),
});

export const hashPassword = (password: string) => queue.run(() => hash(password, cost));

export const verifyPassword = (passwordHash: string, password: string) =>
  queue.run(() => verify(passwordHash, password));

/** Excludes letters and digits that are easily confused. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** About 138 bits, and longer than the settings can require. */
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

/** Whitespace and invisible characters: format characters and Hangul fillers. */
const onlyBlanks = /^[\s\p{Cf}\u115f\u1160\u3164\uffa0]*$/u;

/** Guessers try 'Password1!' for 'password'. Words of fewer than six letters keep their ending, which makes them less common. */
const withoutEnding = (text: string) => simplified(text).replace(/(?<=.{6})[^\p{L}]{1,4}$/u, '');

/** True for 'aaaaaaaa', 'abcdefgh' and '87654321'. */
const isSequence = (password: string) => {
  const codes = Array.from(simplified(password), (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)));
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
};

/** Loads the dictionary, which takes some megabytes, when the first password is chosen. */
const isCommon = async (password: string) => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return [simplified(password), withoutEnding(password)].some((text) => dictionary['passwords-common'].includes(text));
};

/** Returns why a password is refused, or undefined. */
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
  siteName: string;
  field: string;
}

/** Checks and hashes a new password. Use it for every new password. */
export const hashNewPassword = async (db: Db, { password, owner, siteName, field }: ChosenPassword) => {
  const problem = await newPasswordProblem(password, owner, await readRules(db, siteName));
  if (problem !== undefined) throw new ValidationError(problem, { [field]: problem });
  return hashPassword(password);
};
