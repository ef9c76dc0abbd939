import type { CachedPage } from '#server/page-cache/cached-page.ts';

/** A cached page for tests, with one uncompressed body unless others are given. */
export const cachedPage = (overrides: Partial<CachedPage> = {}): CachedPage => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=0' },
  hash: 'abc',
  bodies: { identity: Buffer.from('<p>page</p>') },
  pending: {},
  tags: new Set(),
  renderedAt: performance.now(),
  ...overrides,
});
