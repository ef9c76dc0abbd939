import { RoaringBitmap32, roaringLibraryInitialize } from 'roaring-wasm';
import { beforeAll, expect, test, vi } from 'vitest';
import { createQueryCache } from '#domain/search/index/query-cache.ts';

beforeAll(() => roaringLibraryInitialize());

const megabyte = 1024 * 1024;

/** Whether a key is cached. A missing key is added, so check only once. */
const isCached = (cache: ReturnType<typeof createQueryCache>, key: string) => {
  const compute = vi.fn(() => key);
  cache.value(key, compute);
  return compute.mock.calls.length === 0;
};

test('a value is computed once until the cache is cleared', () => {
  const cache = createQueryCache();
  const compute = vi.fn(() => 'result');
  expect([cache.value('a', compute), cache.value('a', compute)]).toEqual(['result', 'result']);
  expect(compute).toHaveBeenCalledTimes(1);
  cache.clear();
  cache.value('a', compute);
  expect(compute).toHaveBeenCalledTimes(2);
});

test('trimming leaves 10,000 entries and evicts the least recently used', () => {
  const cache = createQueryCache();
  for (let at = 0; at < 10_000; at++) cache.value(`key ${at}`, () => at);
  cache.trim();
  cache.value('key 0', () => 'recomputed');
  cache.value('one more', () => 0);
  cache.trim();
  expect(isCached(cache, 'key 0')).toBe(true);
  expect(isCached(cache, 'key 2')).toBe(true);
  expect(isCached(cache, 'key 1')).toBe(false);
});

test('trimming leaves 24 MB', () => {
  const cache = createQueryCache();
  for (const key of ['first', 'second', 'third']) {
    cache.value(
      key,
      () => key,
      () => 8 * megabyte - 200,
    );
  }
  cache.trim();
  cache.value('fourth', () => 'fourth');
  cache.trim();
  expect(isCached(cache, 'second')).toBe(true);
  expect(isCached(cache, 'first')).toBe(false);
});

test('nothing is evicted before the cache is trimmed', () => {
  const cache = createQueryCache();
  for (let at = 0; at < 10_100; at++) cache.value(`key ${at}`, () => at);
  expect(isCached(cache, 'key 0')).toBe(true);
});

test('bitmaps are counted with their size and disposed when they are evicted or cleared', () => {
  const cache = createQueryCache();
  const [evicted, cleared] = [RoaringBitmap32.fromRange(0, 10), RoaringBitmap32.fromRange(0, 10)];
  cache.bitmap('evicted', () => evicted);
  cache.bitmap('cleared', () => cleared);
  cache.value(
    'large',
    () => 0,
    () => 24 * megabyte - 450,
  );
  cache.trim();
  expect([evicted.isDisposed, cleared.isDisposed]).toEqual([true, false]);
  cache.clear();
  expect(cleared.isDisposed).toBe(true);
});
