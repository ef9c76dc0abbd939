import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { TooManyRequestsError } from '#domain/errors.ts';
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
