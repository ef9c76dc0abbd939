/** When the page cache may reuse a page, and for how long. */
import { afterEach, expect, it, vi } from 'vitest';
import { type ChangeListener, emptyInvalidation } from '#domain/search/sync/invalidation.ts';
import { type Encoding, type FreshPage, toFreshPage } from '#server/page-cache/cached-page.ts';
import { createPageCache } from '#server/page-cache/page-cache.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A cache whose renders finish when the test says so; the text of each has its number. */
const openCache = ({ isComplete = true, status = 200 } = {}) => {
  let listener: ChangeListener = () => {};
  let renders = 0;
  const errors: unknown[] = [];
  const unfinished: PromiseWithResolvers<FreshPage>[] = [];
  const pages: (() => FreshPage)[] = [];
  const render = (key: string, encoding: Encoding) => {
    const pending = Promise.withResolvers<FreshPage>();
    const recorded = { tags: new Set(['video 1', 'list all']), isComplete };
    const text = `${key} render ${++renders}`;
    pages.push(() => toFreshPage({ status, headers: {}, text, recorded }, encoding));
    unfinished.push(pending);
    return pending.promise;
  };
  const onChange = (added: ChangeListener) => {
    listener = added;
  };
  const onError = (error: unknown) => errors.push(error);
  const cache = createPageCache({ maxBytes: 1_000_000, index: { onChange }, render, onError });
  const started = () => expect.poll(() => unfinished.length, { interval: 1 }).toBeGreaterThan(0);
  return {
    cache,
    errors,
    renders: () => renders,
    get: async (key = '/x') => (await cache.get(key, 'identity')).bodies.identity?.toString(),
    started,
    finishRender: async () => {
      await started();
      const page = pages.shift();
      if (page) unfinished.shift()?.resolve(page());
    },
    failRender: async (error: unknown) => {
      await started();
      pages.shift();
      unfinished.shift()?.reject(error);
    },
    change: (video: number) => listener({ ...emptyInvalidation(), videos: new Set([video]) }),
    /** A bulk change of these videos, of which some are no longer published. */
    changeMany: (videos: number, removed: number[] = []) =>
      listener({
        ...emptyInvalidation(),
        videos: new Set(Array.from({ length: videos }, (_, at) => at + 1)),
        removed: new Set(removed),
      }),
    changeEverything: () => listener('everything'),
  };
};

const getAndFinish = async (cache: ReturnType<typeof openCache>, key?: string) => {
  const page = cache.get(key);
  await cache.finishRender();
  return page;
};

it('caches a page until something that it shows changes', async () => {
  const cache = openCache();
  expect(await getAndFinish(cache)).toBe('/x render 1');
  cache.change(2);
  expect(await cache.get()).toBe('/x render 1');
  cache.change(1);
  expect(await getAndFinish(cache)).toBe('/x render 2');
});

it('serves a page that a bulk change has made out of date while it is rendered anew', async () => {
  const cache = openCache();
  await getAndFinish(cache);
  cache.changeMany(500);
  expect(await cache.get()).toBe('/x render 1');
  await cache.finishRender();
  await expect.poll(() => cache.get()).toBe('/x render 2');
  expect(cache.renders()).toBe(2);
});

it('never serves a page for long that a bulk change has made out of date', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const cache = openCache();
  await getAndFinish(cache);
  cache.changeMany(500);
  vi.advanceTimersByTime(2_001);
  expect(await getAndFinish(cache)).toBe('/x render 2');
});

it('caches a render during which a bulk change came, until there is a newer one', async () => {
  const cache = openCache();
  const early = cache.get();
  await cache.started();
  cache.changeMany(500);
  await cache.finishRender();
  await early;
  expect(await cache.get()).toBe('/x render 1');
  await cache.finishRender();
  await expect.poll(() => cache.get()).toBe('/x render 2');
});

it('drops a page at once that shows a video which a bulk change has deleted', async () => {
  const cache = openCache();
  await getAndFinish(cache);
  cache.changeMany(500, [1]);
  expect(await getAndFinish(cache)).toBe('/x render 2');
});

it('shares one render between concurrent requests', async () => {
  const cache = openCache();
  const both = Promise.all([cache.get(), cache.get()]);
  await cache.finishRender();
  expect(await both).toEqual(['/x render 1', '/x render 1']);
});

it('neither caches nor shares a render that started before a change of what it shows', async () => {
  const cache = openCache();
  const early = cache.get();
  await cache.started();
  cache.change(1);
  const late = cache.get();
  await cache.finishRender();
  await cache.finishRender();
  expect(await early).toBe('/x render 1');
  expect(await late).toBe('/x render 2');
  expect(await cache.get()).toBe('/x render 2');
});

it('does not cache a render during which everything changed', async () => {
  const cache = openCache();
  const early = cache.get();
  await cache.started();
  cache.changeEverything();
  await cache.finishRender();
  await early;
  expect(await getAndFinish(cache)).toBe('/x render 2');
});

it('caches a render during which something else changed', async () => {
  const cache = openCache();
  const page = cache.get();
  await cache.started();
  cache.change(2);
  await cache.finishRender();
  await page;
  expect(await cache.get()).toBe('/x render 1');
});

it('does not cache a page whose calls failed, nor an error page', async () => {
  for (const cache of [openCache({ isComplete: false }), openCache({ status: 503 }), openCache({ status: 400 })]) {
    await getAndFinish(cache);
    expect(await getAndFinish(cache)).toBe('/x render 2');
  }
});

it('caches redirects and pages that were not found or are gone', async () => {
  for (const cache of [openCache({ status: 301 }), openCache({ status: 404 }), openCache({ status: 410 })]) {
    await getAndFinish(cache);
    expect(await cache.get()).toBe('/x render 1');
  }
});

it('caches keys of up to 500 characters', async () => {
  const cache = openCache();
  const key = `/${'x'.repeat(499)}`;
  await getAndFinish(cache, key);
  expect(await cache.get(key)).toBe(`${key} render 1`);
  await getAndFinish(cache, `${key}x`);
  expect(await getAndFinish(cache, `${key}x`)).toBe(`${key}x render 3`);
});

it('serves a stale page while it is revalidated, once, and never one older than ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const cache = openCache();
  await getAndFinish(cache);
  vi.advanceTimersByTime(60_000);
  await cache.get();
  expect(cache.renders()).toBe(1);
  vi.advanceTimersByTime(1);
  expect([await cache.get(), await cache.get()]).toEqual(['/x render 1', '/x render 1']);
  expect(cache.renders()).toBe(2);
  await cache.finishRender();
  await expect.poll(() => cache.get(), { interval: 1 }).toBe('/x render 2');
  vi.advanceTimersByTime(600_001);
  expect(await getAndFinish(cache)).toBe('/x render 3');
  expect(cache.renders()).toBe(3);
});

it('reports a revalidation that fails, and goes on serving the stale page', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const cache = openCache();
  await getAndFinish(cache);
  vi.advanceTimersByTime(61_000);
  await cache.get();
  const failure = new Error('the database is gone');
  await cache.failRender(failure);
  await expect.poll(() => cache.errors, { interval: 1 }).toEqual([failure]);
  expect(await cache.get()).toBe('/x render 1');
});

it('passes the error of a render on to the request, and renders again for the next', async () => {
  const cache = openCache();
  const failed = cache.get();
  const failure = new Error('the database is gone');
  await Promise.all([expect(failed).rejects.toBe(failure), cache.failRender(failure)]);
  expect(await getAndFinish(cache)).toBe('/x render 2');
});
