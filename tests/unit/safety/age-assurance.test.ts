import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readAgeClaim } from '#domain/age-assurance/age-provider.ts';
import { countryRulesOf } from '#domain/age-assurance/age-rules.ts';
import { createAssuranceTokens } from '#domain/age-assurance/assurance-token.ts';
import { createLoginSeal, loginLifetimeMs, returnPathOf } from '#domain/age-assurance/pending-login.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 17, 12);

describe('the claim of a provider', () => {
  const today = new Date('2026-11-17T12:00:00Z');
  it.each([
    ['age_over_18', [true, 'true', 1, '1'], [false, 'false', 0, 18, 'yes', '', {}, [true], '2000-01-01']],
    ['age', [18, '18', 99, 150], [17, '17', 1, true, '1', 'true', 151, 2008, '2008', -18, Number.NaN, '0x12', '18 ']],
    ['https://id.example/verified_age', [18], [17, true]],
    [
      'birthdate',
      ['2008-11-17', '1950-01-01', '2008-02-29'],
      ['2008-11-18', '2010-01-01', '1990', '0000-05-01', '1990-13-01', '1990-02', 'x', true, 30, '2999-01-01'],
    ],
  ])('%s is that of an adult for %j and not for %j', (name, adults, others) => {
    for (const value of adults) expect(readAgeClaim({ [name]: value }, name, today), String(value)).toBe('adult');
    for (const value of others) expect(readAgeClaim({ [name]: value }, name, today), String(value)).toBe('not adult');
    for (const value of [undefined, null]) expect(readAgeClaim({ [name]: value }, name, today)).toBe('missing');
  });

  it('is missing if it is not the own one of the answer', () => {
    expect(readAgeClaim({ sub: 'x' }, 'age_over_18')).toBe('missing');
    expect(readAgeClaim({}, 'constructor')).toBe('missing');
  });
});

describe('the rules of countries', () => {
  const rules = (others: string, countries: [string, string][]) =>
    countryRulesOf({ ageRules: { others, countries: countries.map(([country, rule]) => ({ country, rule })) } });

  it('ask the question everywhere by default', () => {
    const { isRestricted, ruleOf } = countryRulesOf({});
    expect([isRestricted, ruleOf('DE'), ruleOf(undefined)]).toEqual([false, 'question', 'question']);
  });

  it('take the strictest for an unknown country', () => {
    const { ruleOf } = rules('question', [['DE', 'assurance']]);
    expect([ruleOf('DE'), ruleOf('FR'), ruleOf('XX'), ruleOf(undefined)]).toEqual([
      'assurance',
      'question',
      'assurance',
      'assurance',
    ]);
    expect(rules('assurance', [['KP', 'closed']]).ruleOf(undefined)).toBe('closed');
    expect(rules('closed', [['DE', 'question']]).ruleOf('DE')).toBe('question');
  });

  it('close what they do not understand', () => {
    expect(rules('question', [['DE', 'passport']]).ruleOf('DE')).toBe('closed');
    expect(countryRulesOf({ ageRules: {} }).ruleOf('DE')).toBe('closed');
  });
});

describe('the token of an age check', () => {
  const key = randomBytes(32);
  const tokens = createAssuranceTokens(key);

  it('holds for 30 days on every node with the same key, and no longer', () => {
    const { token, until } = tokens.issue(now);
    const other = createAssuranceTokens(key);
    expect(until.toISOString()).toBe('2026-12-18T00:00:00.000Z');
    expect(other.isValid(token, now + 30 * day)).toBe(true);
    expect(other.isValid(token, until.getTime() - 1)).toBe(true);
    expect(other.isValid(token, until.getTime())).toBe(false);
  });

  it('is refused with another key, another day or any other text', () => {
    const { token } = tokens.issue(now);
    expect(createAssuranceTokens(randomBytes(32)).isValid(token, now)).toBe(false);
    for (const forged of [token.replace('2026', '2027'), token.slice(0, -1), `${token}x`, '', '2099-01-01.', '.'])
      expect(tokens.isValid(forged, now), forged).toBe(false);
  });
});

describe('a pending login', () => {
  const seal = createLoginSeal(randomBytes(32));
  const login = { state: 's', nonce: 'n', verifier: 'v', returnPath: '/tags', startedAt: now };

  it('can be read by the site alone, for an hour', () => {
    const sealed = seal.seal(login);
    expect(sealed).not.toContain(Buffer.from('verifier').toString('base64url').slice(0, 6));
    expect(seal.open(sealed, now + loginLifetimeMs - 1)).toEqual(login);
    expect(seal.open(sealed, now + loginLifetimeMs)).toBeUndefined();
    expect(createLoginSeal(randomBytes(32)).open(sealed, now)).toBeUndefined();
    const changed = Buffer.from(sealed, 'base64url');
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    for (const broken of ['', 'x', sealed.slice(4), changed.toString('base64url')])
      expect(seal.open(broken, now)).toBeUndefined();
  });
});

describe('where an age check leads to', () => {
  it.each([
    ['/tags?letter=b', '/tags?letter=b'],
    ['/tag/caf%C3%A9', '/tag/caf%C3%A9'],
    ['/video/1-title#x', '/video/1-title'],
    ['/a/../tags', '/tags'],
  ])('%s is the page %s', (wanted, path) => expect(returnPathOf(wanted)).toBe(path));

  it.each([
    undefined,
    ['/tags'],
    'tags',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/..//evil.example/x',
    '/age',
    '/AGE/callback?code=1',
    `/${'a'.repeat(2000)}`,
  ])('%j stays on this site', (wanted) => expect(returnPathOf(wanted)).toMatch(/^\/(evil\.example\/x)?$/));
});
