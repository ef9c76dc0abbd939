import { expect, it } from 'vitest';
import { isOlder } from '#db/version.ts';

it('versions are compared number by number', () => {
  expect(isOlder('0.9.0', '0.10.0')).toBe(true);
  expect(isOlder('0.10.0', '0.9.9')).toBe(false);
  expect(isOlder('1.0.0', '1.0.0')).toBe(false);
});
