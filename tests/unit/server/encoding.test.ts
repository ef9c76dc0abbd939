import { expect, it } from 'vitest';
import { negotiateEncoding } from '#server/page-cache/cached-page.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['deflate, zstd', 'identity'],
  ['identity', 'identity'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0, gzip;q=0', 'identity'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0.8, gzip;q=0.8', 'br'],
  ['*', 'br'],
  ['nonsense;;,=', 'identity'],
])('Accept-Encoding "%s" gets %s', (header, encoding) => {
  expect(negotiateEncoding(header)).toBe(encoding);
  // Once more from the negotiator's cache.
  expect(negotiateEncoding(header)).toBe(encoding);
});
