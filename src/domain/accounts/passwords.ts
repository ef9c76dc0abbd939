import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { limits } from '#contract/values/limits.ts';

// argon2id, the library's default, with the memory and passes that OWASP recommends.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password, cost);

export const verifyPassword = (passwordHash: string, password: string) => verify(passwordHash, password);

/** Without letters and digits that are easily mistaken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** As long as the settings can require. */
export const randomPassword = () =>
  Array.from({ length: limits.settings.minPasswordLength.max }, () => alphabet[randomInt(alphabet.length)]).join('');
