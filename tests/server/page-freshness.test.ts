/** When a page may be kept, and for how long. */
import { afterEach, expect, it, vi } from 'vitest';
import type { ChangeListener } from '#domain/search/follow.ts';
import { newTouched } from '#domain/search/touched.ts';
import type { RenderedPage } from '#server/page-cache/kept-page.ts';
import { createPageCache } from '#server/page-cache/page-cache.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A cache whose pages are made when the test says so, each with the number of its making in it. */
const openCache = ({ whole = true, status = 200 } = {}) => {
  let listener: ChangeListener = () => {};
  let made = 0;
  const finish: (() => void)[] = [];
  const render = (address: string) =>
    new Promise<RenderedPage>((resolve) => {
      const text = `${address} made ${++made}`;
      const shown = { keys: new Set(['video 1', 'list all']), whole };
      finish.push(() => resolve({ status, headers: {}, text, shown }));
    });
  const onChange = (added: ChangeListener) => {
    listener = added;
  };
  const cache = createPageCache({ mostBytes: 1_000_000, index: { onChange }, render, onProblem: () => {} });
  const begun = () => vi.waitFor(() => expect(finish.length).toBeGreaterThan(0), { interval: 1 });
  const read = async (page: ReturnType<typeof cache.page>) => (await page).bodies.identity?.toString();
  return {
    made: () => made,
    ask: () => read(cache.page('/x', 'identity')),
    finishOne: async () => {
      await begun();
      finish.shift()?.();
    },
    begun,
    change: (video: number) => listener({ ...newTouched(), videos: new Set([video]) }),
    changeEverything: () => listener('everything'),
  };
};

const askAndFinish = async (cache: ReturnType<typeof openCache>) => {
  const asked = cache.ask();
  await cache.finishOne();
  return asked;
};

it('a page is kept until something that it shows changes', async () => {
  const cache = openCache();
  expect(await askAndFinish(cache)).toBe('/x made 1');
  cache.change(2);
  expect(await cache.ask()).toBe('/x made 1');
  cache.change(1);
  expect(await askAndFinish(cache)).toBe('/x made 2');
});

it('a page begun before a change of what it shows is not kept, and nobody joins it any more', async () => {
  const cache = openCache();
  const early = cache.ask();
  await cache.begun();
  cache.change(1);
  const late = cache.ask();
  await cache.finishOne();
  await cache.finishOne();
  expect(await early).toBe('/x made 1');
  expect(await late).toBe('/x made 2');
  expect(await cache.ask()).toBe('/x made 2');
});

it('nor one during which everything changed', async () => {
  const cache = openCache();
  const early = cache.ask();
  await cache.begun();
  cache.changeEverything();
  await cache.finishOne();
  await early;
  expect(await askAndFinish(cache)).toBe('/x made 2');
});

it('but one during which something else changed is', async () => {
  const cache = openCache();
  const asked = cache.ask();
  await cache.begun();
  cache.change(2);
  await cache.finishOne();
  await asked;
  expect(await cache.ask()).toBe('/x made 1');
});

it('a page that had to do without the answer of a call is not kept, nor is a failure', async () => {
  for (const cache of [openCache({ whole: false }), openCache({ status: 503 })]) {
    await askAndFinish(cache);
    expect(await askAndFinish(cache)).toBe('/x made 2');
  }
});

it('a page that has grown old is given out once more while it is made anew, and not for ever', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const cache = openCache();
  await askAndFinish(cache);
  vi.setSystemTime(Date.now() + 61_000);
  expect(await cache.ask()).toBe('/x made 1');
  await cache.finishOne();
  await vi.waitFor(async () => expect(await cache.ask()).toBe('/x made 2'), { interval: 1 });
  vi.setSystemTime(Date.now() + 601_000);
  expect(await askAndFinish(cache)).toBe('/x made 3');
  expect(cache.made()).toBe(3);
});
