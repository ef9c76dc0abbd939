import { describe, expect, it } from 'vitest';
import { limits } from '#contract/values/limits.ts';
import { hashPassword, randomPassword, verifyPassword } from '#domain/accounts/passwords.ts';

describe('passwords', () => {
  it('are hashed with argon2id and a salt of their own', async () => {
    const [first, second] = await Promise.all([hashPassword('same words'), hashPassword('same words')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword(first, 'same words')).toBe(true);
    expect(await verifyPassword(first, 'Same words')).toBe(false);
  });

  it('that are generated are different, easy to read and not worth guessing', () => {
    const generated = Array.from({ length: 50 }, randomPassword);
    expect(new Set(generated).size).toBe(50);
    for (const password of generated) {
      expect(password).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]+$/);
      const bits = password.length * Math.log2(55);
      expect(bits).toBeGreaterThanOrEqual(128);
      expect(password.length).toBeGreaterThanOrEqual(limits.settings.minPasswordLength.max);
    }
  });
});
