import { expect, it } from 'vitest';
import { blockedMsAfter } from '#domain/accounts/sign-in-attempts.ts';

const seconds = (kind: 'identifier' | 'proof' | 'ip', failures: number[]) =>
  failures.map((n) => blockedMsAfter(n, kind) / 1000);

it('the pauses of an identifier start at its fifth failure and double up to 5 minutes', () => {
  expect(seconds('identifier', [1, 4, 5, 6, 7, 10, 11, 1000])).toEqual([0, 0, 5, 10, 20, 160, 300, 300]);
});

it('those of somebody who has a password or a session go up to 15 minutes', () => {
  expect(seconds('proof', [4, 5, 12, 13, 1000])).toEqual([0, 5, 640, 900, 900]);
});

it('the pauses of an IP start at its twentieth failure', () => {
  expect(seconds('ip', [1, 19, 20, 21, 1000])).toEqual([0, 0, 5, 10, 900]);
});
