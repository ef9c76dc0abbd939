import { expect, test, vi } from 'vitest';
import { appendEntry, insertionOrdinal, newColumns, setTermsAt, termsAt } from '#domain/search/index/columns.ts';
import { computeOrders } from '#domain/search/index/orders.ts';
import { newTerms } from '#domain/search/index/terms.ts';
import { isWasteful } from '#domain/search/sync/apply-videos.ts';
import { createYieldToEventLoop, yieldEvery } from '#domain/yield-to-event-loop.ts';
import { smallCatalogue } from './small-catalogue.ts';

const columnsOf = (...termLists: number[][]) => {
  const columns = newColumns(0, 0);
  for (const [at, terms] of termLists.entries()) {
    appendEntry(columns, { id: at + 1, publishedAt: 1_000, views: 0, minutes: 0, updatedAt: 0, record: 0, terms });
  }
  return columns;
};

test('shorter terms overwrite the old ones, longer ones are appended; unused entries are counted', () => {
  const columns = columnsOf([1, 2, 3], [4]);
  setTermsAt(columns, 0, [5, 6]);
  expect(columns).toMatchObject({ linksUsed: 4, linksWasted: 1 });
  setTermsAt(columns, 0, [7, 8, 9]);
  expect(columns).toMatchObject({ linksUsed: 7, linksWasted: 3 });
  expect([[...termsAt(columns, 0)], [...termsAt(columns, 1)]]).toEqual([[7, 8, 9], [4]]);
});

test('videos of the same moment are ordered by id', () => {
  const columns = columnsOf([], [], []);
  const positionOf = (id: number, publishedAt: number) => insertionOrdinal(columns, { id, publishedAt });
  expect([positionOf(2, 1_000), positionOf(9, 1_000), positionOf(9, 999), positionOf(1, 1_001)]).toEqual([1, 3, 0, 3]);
});

test('a catalogue is wasteful once its record file is twice as long as when it was built, and 256 MB', async () => {
  const catalogue = await smallCatalogue([{ id: 1 }]);
  const wastes = (bytes: number, builtBytes: number) =>
    isWasteful({ ...catalogue, records: { ...catalogue.records, bytes, builtBytes } });
  const megabyte = 1024 * 1024;
  expect([wastes(266 * megabyte, 5 * megabyte), wastes(266 * megabyte + 8, 5 * megabyte)]).toEqual([false, true]);
});

test('a catalogue is wasteful once eight million entries, and half of all, are unused', async () => {
  const catalogue = await smallCatalogue([{ id: 1 }]);
  const wastes = (linksWasted: number, linksUsed: number) => {
    Object.assign(catalogue.columns, { linksWasted, linksUsed });
    return isWasteful(catalogue);
  };
  expect([wastes(8_000_000, 9_000_000), wastes(8_000_001, 9_000_000)]).toEqual([false, true]);
  expect([wastes(9_000_000, 18_000_000), wastes(9_000_001, 18_000_000)]).toEqual([false, true]);
});

test('long work yields every 5 ms', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const yieldToEventLoop = createYieldToEventLoop();
  clock.mockReturnValue(4.9);
  expect(yieldToEventLoop()).toBeUndefined();
  clock.mockReturnValue(5);
  const yielded = yieldToEventLoop();
  expect(yielded).toBeInstanceOf(Promise);
  await yielded;
  clock.mockReturnValue(9);
  expect(yieldToEventLoop()).toBeUndefined();
  clock.mockRestore();
});

test('sorting a large catalogue pauses all the time', async () => {
  const columns = columnsOf();
  for (let id = 1; id <= 3 * yieldEvery; id++)
    appendEntry(columns, { id, publishedAt: id, views: id % 1_000, minutes: 1, updatedAt: 0, record: 0, terms: [] });
  let [reads, mostReads] = [0, 0];
  const views = new Proxy(columns.views, {
    get: (target, key) => {
      mostReads = Math.max(mostReads, ++reads);
      return Reflect.get(target, key);
    },
  });
  const pause = () => {
    reads = 0;
    return undefined;
  };
  await computeOrders({ ...columns, views }, newTerms(), pause);
  expect(mostReads).toBeLessThanOrEqual(2 * yieldEvery);
});
