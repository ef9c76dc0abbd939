import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '#domain/search/index/catalogue.ts';
import { archiveDays, archiveMonths, archivePage } from '#domain/search/queries/archive.ts';
import { smallCatalogue } from './small-catalogue.ts';

/** Videos are published at their id, in seconds since 1970. */
const idAt = (time: string) => Date.parse(time) / 1000;
const times = [
  '2024-02-28T23:59:59Z',
  '2024-02-29T00:00:00Z',
  '2024-02-29T12:00:00Z',
  '2024-02-29T23:59:59Z',
  '2024-03-01T00:00:00Z',
  '2026-01-31T08:00:00Z',
];
let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await smallCatalogue(times.map((time) => ({ id: idAt(time) })));
});

describe('the archive', () => {
  it('lists the months and days that have videos, newest first', () => {
    expect(archiveMonths(catalogue)).toEqual([
      { period: '2026-01', count: 1 },
      { period: '2024-03', count: 1 },
      { period: '2024-02', count: 4 },
    ]);
    expect(archiveDays(catalogue, '2024-02')).toEqual([
      { period: '2024-02-29', count: 3 },
      { period: '2024-02-28', count: 1 },
    ]);
    expect(archiveDays(catalogue, '2025-06')).toEqual([]);
  });

  it('lists the videos of a day from midnight to midnight, newest first, page by page', () => {
    const page = (number: number, limit: number) => archivePage(catalogue, { day: '2024-02-29', page: number, limit });
    const [first, second, third] = [times[3], times[2], times[1]].map((time) => idAt(time ?? ''));
    expect(page(1, 10)).toEqual({ ids: [first, second, third], total: 3 });
    expect(page(1, 2)).toEqual({ ids: [first, second], total: 3 });
    expect(page(2, 2)).toEqual({ ids: [third], total: 3 });
    expect(page(3, 2)).toEqual({ ids: [], total: 3 });
  });

  it('leaves out what was deleted', async () => {
    const smaller = await smallCatalogue(times.map((time) => ({ id: idAt(time) })));
    smaller.live.remove(2);
    smaller.live.remove(5);
    expect(archiveMonths(smaller).map(({ period }) => period)).toEqual(['2024-03', '2024-02']);
    expect(archivePage(smaller, { day: '2024-02-29', page: 1, limit: 10 }).total).toBe(2);
  });

  it('has nothing on days that do not exist, and is empty without videos', async () => {
    for (const day of ['2024-02-30', '2023-02-29', '2024-06-31'])
      expect(archivePage(catalogue, { day, page: 1, limit: 10 })).toEqual({ ids: [], total: 0 });
    expect(archiveMonths(await smallCatalogue([]))).toEqual([]);
  });
});
