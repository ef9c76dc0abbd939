import { expect, it } from 'vitest';
import { canPlayInPlace } from '#contract/values/urls.ts';

it.each([
  ['https://player.example.com/embed/7', true],
  ['http://player.example.com/embed/7', false],
  ['https://marquee.example/admin', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['/embed/7', false],
  ['', false],
])('%s: %s', (url, expected) => {
  expect(canPlayInPlace(url, 'https://marquee.example')).toBe(expected);
});
