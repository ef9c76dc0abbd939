import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { limits } from '#contract/values/limits.ts';
import { passwordTooShort } from '#contract/values/sentences.ts';
import { ValidationError } from '#domain/errors.ts';

// argon2id, the library's default, with the memory and passes that OWASP recommends.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password, cost);

export const verifyPassword = (passwordHash: string, password: string) => verify(passwordHash, password);

/** `field` is the form field that shows the message. */
export const assertPasswordLength = (password: string, field: string): void => {
  if (password.length >= limits.password.min) return;
  throw new ValidationError(passwordTooShort, { [field]: passwordTooShort });
};

/** Without letters and digits that are easily mistaken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const randomPassword = () => Array.from({ length: 20 }, () => alphabet[randomInt(alphabet.length)]).join('');
