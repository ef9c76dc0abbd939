import { describe, expect, it } from 'vitest';
import { describedSettings } from '#contract/values/settings/settings.ts';
import { hashPassword, randomPassword, verifyPassword } from '#domain/accounts/passwords.ts';
import { TooManyRequestsError } from '#domain/errors.ts';

describe('passwords', () => {
  it('are hashed with argon2id and a salt of their own', async () => {
    const [first, second] = await Promise.all([hashPassword('same words'), hashPassword('same words')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword(first, 'same words')).toBe(true);
    expect(await verifyPassword(first, 'Same words')).toBe(false);
  });

  it('are hashed two at a time, and a crowd is asked to come back', async () => {
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => hashPassword('same words')));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(6);
    expect(refused[0]?.reason).toBeInstanceOf(TooManyRequestsError);
    await expect(hashPassword('afterwards')).resolves.toMatch(/argon2id/);
  });

  it('that are generated are different, easy to read and not worth guessing', () => {
    const generated = Array.from({ length: 50 }, randomPassword);
    expect(new Set(generated).size).toBe(50);
    for (const password of generated) {
      expect(password).toMatch(/^[a-km-np-zA-HJ-NP-Z2-9]+$/);
      const bits = password.length * Math.log2(55);
      expect(bits).toBeGreaterThanOrEqual(128);
      expect(password.length).toBeGreaterThanOrEqual(describedSettings.minPasswordLength.max);
    }
  });
});
