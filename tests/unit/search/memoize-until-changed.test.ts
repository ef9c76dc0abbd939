import { expect, test, vi } from 'vitest';
import { type ChangeListener, emptyInvalidation, memoizeUntilChanged } from '#domain/search/sync/invalidation.ts';

const setUp = (load: () => Promise<unknown>) => {
  let change: ChangeListener = () => {};
  const index = {
    onChange: (listener: ChangeListener) => {
      change = listener;
    },
  };
  const read = memoizeUntilChanged(index, ({ settings }) => settings, load);
  return { read, change: (...args: Parameters<ChangeListener>) => change(...args) };
};

test('a value is loaded once, also for concurrent callers, until a change affects it', async () => {
  let loads = 0;
  const { read, change } = setUp(async () => ++loads);
  expect(await Promise.all([read(), read()])).toEqual([1, 1]);
  change({ ...emptyInvalidation(), partners: true });
  expect(await read()).toBe(1);
  change({ ...emptyInvalidation(), settings: true });
  expect(await read()).toBe(2);
  change('everything');
  expect(await read()).toBe(3);
});

test('a value that was loading during a change is not reused', async () => {
  const { read, change } = setUp(vi.fn().mockResolvedValueOnce('old').mockResolvedValueOnce('new'));
  const loading = read();
  change({ ...emptyInvalidation(), settings: true });
  expect([await loading, await read(), await read()]).toEqual(['old', 'new', 'new']);
});

test('a failure is not cached', async () => {
  const { read } = setUp(vi.fn().mockRejectedValueOnce(new Error('unreachable')).mockResolvedValueOnce('value'));
  await expect(read()).rejects.toThrow('unreachable');
  expect(await read()).toBe('value');
});
