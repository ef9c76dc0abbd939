import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { canonicalJson, publicKeyPem, signCase, verifyCase } from '#domain/cases/signed-case.ts';
import { signingKey } from '#domain/secrets.ts';

const key = signingKey(randomBytes(32));
const content = {
  number: '2026-000007',
  urls: [{ url: 'https://example.com/é', decision: 'remove' }],
  note: null,
  count: 2,
};
const file = JSON.stringify(signCase(content, key), null, 2);

it('accepts a file as it was exported, however it is formatted', () => {
  expect(verifyCase(file)).toBe('valid');
  expect(verifyCase(JSON.stringify(JSON.parse(file)), publicKeyPem(key))).toBe('valid');
});

it('notices a changed word, a removed member and another format', () => {
  expect(verifyCase(file.replace('"remove"', '"keep"'))).toBe('changed');
  const { case: stored, ...rest } = JSON.parse(file);
  const { note: _, ...shorter } = stored;
  expect(verifyCase(JSON.stringify({ ...rest, case: shorter }))).toBe('changed');
  expect(verifyCase(JSON.stringify({ ...rest, case: stored, format: 'marquee-case/2' }))).toBe('no case');
  expect(verifyCase('not JSON')).toBe('no case');
});

it.each([
  ['a member beside the case', '"format":', '"note": "forged", "format":'],
  ['a member of the signature', '"algorithm":', '"by": "forged", "algorithm":'],
  ['another name of the algorithm', '"Ed25519"', '"Ed448"'],
  ['a second member of the same name', '"number":', '"number": "2026-000001", "number":'],
  ['a second case', '"case":', '"case": {}, "case":'],
  ['a letter written otherwise', '"remove"', '"\\u0072emove"'],
  ['text around the key', '-----BEGIN', 'forged\\n-----BEGIN'],
])('notices %s', (_, part, changed) => {
  expect(file).toContain(part);
  expect(verifyCase(file.replace(part, changed))).toBe('changed');
});

it('notices that another key has signed', () => {
  const other = signingKey(randomBytes(32));
  expect(verifyCase(JSON.stringify(signCase(content, other)), publicKeyPem(key))).toBe('other key');
  const forged = { ...JSON.parse(JSON.stringify(signCase(content, other))) };
  forged.signature.publicKey = publicKeyPem(key);
  expect(verifyCase(JSON.stringify(forged), publicKeyPem(key))).toBe('changed');
});

it('has the same key for the same secret', () => {
  const seed = randomBytes(32);
  expect(publicKeyPem(signingKey(seed))).toBe(publicKeyPem(signingKey(seed)));
});

it('writes members in the order of their names, without blanks', () => {
  expect(canonicalJson({ b: [1, { z: 'é\n', a: null }], a: true, ab: 0.5 })).toBe(
    '{"a":true,"ab":0.5,"b":[1,{"a":null,"z":"é\\n"}]}',
  );
});
