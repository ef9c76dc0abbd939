import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { assuranceDays } from '#contract/values/age-checks.ts';
import { dayMs } from '#domain/day.ts';
import { deriveKey, isSameToken } from '#domain/secrets.ts';

/** More than can be valid at once. Any others are forged. */
const maxMemoized = 1000;

/** Tokens that state only that a visitor is over 18, and until when. */
export interface AssuranceTokens {
  issue: (now?: number) => { token: string; until: Date };
  isValid: (token: string, now?: number) => boolean;
}

/** A token is its last day and a signature. Everyone checked on the same day gets the same token, so it identifies nobody. */
export const createAssuranceTokens = (secretKey: Buffer): AssuranceTokens => {
  const key = deriveKey(secretKey, 'age assurance');
  const sign = (until: string) => createHmac('sha256', key).update(`over 18 until ${until}`).digest('base64url');
  const endOf = (token: string) => {
    const [, until = '', signature] = /^(\d{4}-\d\d-\d\d)\.([\w-]+)$/.exec(token) ?? [];
    return isSameToken(signature, sign(until)) ? Date.parse(until) : 0;
  };
  const ends = new LRUCache<string, number>({ max: maxMemoized, memoMethod: endOf });
  const maxLength = sign('').length + '2000-01-01.'.length;
  return {
    issue: (now = Date.now()) => {
      const until = new Date((Math.floor(now / dayMs) + assuranceDays + 1) * dayMs);
      const day = until.toISOString().slice(0, 10);
      return { token: `${day}.${sign(day)}`, until };
    },
    isValid: (token, now = Date.now()) => token.length <= maxLength && ends.memo(token) > now,
  };
};
