import { describe, expect, it } from 'vitest';
import { newTotpSecret, totpSecretText, totpStepOf, totpUrl } from '#domain/accounts/authenticator-app.ts';

/** The secret and the times of RFC 6238's test vectors; its codes have eight digits, of which these are the last six. */
const secret = Buffer.from('12345678901234567890');

describe('totpStepOf', () => {
  it.each([
    [59, '287082', 1],
    [1111111109, '081804', 37037036],
    [2000000000, '279037', 66666666],
  ])('at %s seconds accepts %s', (seconds, code, step) => {
    expect(totpStepOf(secret, code, seconds * 1000)).toBe(step);
  });

  it('accepts the code of one step before and after, and no further', () => {
    const at = (seconds: number) => totpStepOf(secret, '081804', (1111111109 + seconds) * 1000);
    expect([at(-30), at(30)]).toEqual([37037036, 37037036]);
    expect([at(-60), at(61)]).toEqual([undefined, undefined]);
  });

  it('ignores blanks and refuses everything else', () => {
    expect(totpStepOf(secret, ' 287 082 ', 59_000)).toBe(1);
    for (const code of ['', '28708', '2870820', '287081', 'abcdef', '２８７０８２'])
      expect(totpStepOf(secret, code, 59_000)).toBeUndefined();
  });
});

it('a secret has 160 random bits, as text and in a URL that names the site and the account', () => {
  const made = newTotpSecret();
  expect(made).toHaveLength(20);
  expect(made.equals(newTotpSecret())).toBe(false);
  const url = new URL(totpUrl(made, { siteName: 'Quiet: Harbour', email: 'desk@example.com' }));
  expect(url.searchParams.get('secret')).toBe(totpSecretText(made));
  expect(url.searchParams.get('issuer')).toContain('Quiet');
  expect(decodeURIComponent(url.pathname)).toContain('desk@example.com');
});
