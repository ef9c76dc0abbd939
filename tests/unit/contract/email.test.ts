import { expect, it } from 'vitest';
import { isEmail } from '#contract/values/text.ts';

it.each(['owner@example.com', 'a.b+c@mail.example.com', `${'x'.repeat(242)}@example.com`])('%s is an email', (text) => {
  expect(isEmail(text)).toBe(true);
});

it.each([
  '',
  'owner',
  'owner@example',
  '@example.com',
  'owner@.',
  'owner@ example.com',
  'a owner@example.com',
  'owner@example.com b',
  'owner@@example.com',
  'own\u0000er@example.com',
  'own\u200ber@example.com',
  '\u202eowner@example.com',
  'owner@exam\u00adple.com',
  'own\u3164er@example.com',
  'Owner <owner@example.com>',
  `${'x'.repeat(243)}@example.com`,
])('%s is no email', (text) => {
  expect(isEmail(text)).toBe(false);
});
