import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

// argon2id, the library's default, with the memory and passes that OWASP recommends.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password, cost);

export const verifyPassword = (passwordHash: string, password: string) => verify(passwordHash, password);

/** Without letters and digits that are easily mistaken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Some 138 bits, and longer than the settings can require. */
const randomLength = 24;

export const randomPassword = () =>
  Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]).join('');
