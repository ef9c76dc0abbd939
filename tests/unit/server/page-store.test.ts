/** Which pages stay when the page cache is full. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPageStore } from '#server/page-cache/page-cache.ts';
import { cachedPage } from './cached-pages.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** With the store's own estimate of 1,500 bytes and a key of two characters, 10,000 bytes. */
const page = (tags: string[] = []) =>
  cachedPage({ bodies: { identity: Buffer.alloc(8_498 - 60 * tags.length) }, tags: new Set(tags) });

/** Space for two pages on probation and eight popular ones. */
const openStore = () => {
  const promoted: string[] = [];
  const store = createPageStore(100_000, (key) => promoted.push(key));
  return {
    ...store,
    promoted,
    /** Which of these are stored; looking makes one of them a hit. */
    stored: (...keys: string[]) => keys.filter((key) => store.get(key)),
    /** Stores a page and requests it this many times. */
    add: (key: string, hits = 0) => {
      store.set(key, page());
      for (let hit = 0; hit < hits; hit++) store.get(key);
    },
  };
};

it('counts the bytes of bodies, keys, cache tags and objects', () => {
  const store = openStore();
  store.set('/a', page(['video 1', 'video 2']));
  expect(store.stats()).toEqual({ pages: 1, bytes: 10_000 });
  store.set('/b', page());
  expect(store.stats()).toEqual({ pages: 2, bytes: 20_000 });
});

describe('on probation', () => {
  it('the least recently used page makes room for a new one', () => {
    const store = openStore();
    store.add('/a');
    store.add('/b');
    store.get('/a');
    store.add('/c');
    expect(store.stored('/a', '/b', '/c')).toEqual(['/a', '/c']);
  });

  it('a page is promoted at its second hit', () => {
    const store = openStore();
    store.add('/a', 1);
    expect(store.promoted).toEqual([]);
    store.get('/a');
    store.get('/a');
    expect(store.promoted).toEqual(['/a']);
  });

  it('a page that is too large for the cache is not stored', () => {
    const store = openStore();
    store.set('/a', cachedPage({ bodies: { identity: Buffer.alloc(90_000) } }));
    expect(store.stats()).toEqual({ pages: 0, bytes: 0 });
  });
});

describe('popular pages', () => {
  const popular = ['/1', '/2', '/3', '/4', '/5', '/6', '/7', '/8'];
  const fill = (hits: number) => {
    const store = openStore();
    for (const key of popular) store.add(key, hits);
    return store;
  };

  it('survive a flood of pages that are requested once', () => {
    const store = fill(2);
    for (let n = 100; n < 200; n++) store.add(`/${n}`, 1);
    expect(store.stored(...popular)).toEqual(popular);
  });

  it('survive a flood of pages that are requested less often than they', () => {
    const store = fill(5);
    for (let n = 100; n < 200; n++) store.add(`/${n}`, 4);
    expect(store.stored(...popular)).toEqual(popular);
  });

  it('give way to a page with as many hits, the least recently used first', () => {
    const store = fill(3);
    store.get('/1');
    store.add('/x', 3);
    expect(store.stored(...popular, '/x')).toEqual(['/1', '/3', '/4', '/5', '/6', '/7', '/8', '/x']);
  });

  it('lose half of their hits every ten minutes', () => {
    const store = fill(5);
    vi.advanceTimersByTime(599_999);
    store.add('/x', 3);
    expect(store.promoted).not.toContain('/x');
    vi.advanceTimersByTime(1);
    store.get('/x');
    expect(store.promoted).toContain('/x');
  });

  it('never take more than the limit', () => {
    const store = fill(2);
    for (let n = 100; n < 200; n++) store.add(`/${n}`, n % 7);
    expect(store.stats().bytes).toBeLessThanOrEqual(100_000);
  });
});

describe('a stored page', () => {
  it('keeps its hits when it is rendered again', () => {
    const store = openStore();
    store.add('/a', 1);
    store.add('/a', 1);
    expect(store.promoted).toEqual(['/a']);
  });

  it('is measured again when it gets another body, unless it was replaced meanwhile', () => {
    const store = openStore();
    const [old, current] = [page(), page()];
    store.set('/a', old);
    old.bodies.gzip = Buffer.alloc(1_000);
    store.measure('/a', old);
    expect(store.stats().bytes).toBe(11_000);
    store.set('/a', current);
    store.measure('/a', old);
    expect(store.stats().bytes).toBe(10_000);
    expect(store.get('/a')).toBe(current);
  });

  it('is found by any of its cache tags, on probation and when popular', () => {
    const store = openStore();
    store.set('/a', page(['video 1', 'list all']));
    store.get('/a');
    store.get('/a');
    store.set('/b', page(['video 2', 'list all']));
    store.set('/c', page(['video 3']));
    for (const [key] of store.withTags(new Set(['list all', 'video 9']))) store.delete(key);
    expect(store.stored('/a', '/b', '/c')).toEqual(['/c']);
    store.clear();
    expect(store.stats()).toEqual({ pages: 0, bytes: 0 });
  });
});
