import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRecentChanges } from '#server/page-cache/page-cache.ts';

const at = (time: string) => Date.parse(`2026-11-16T${time}Z`);
const goTo = (time: string) => vi.setSystemTime(at(time));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: at('12:03:20.700') });
});
afterEach(() => {
  vi.useRealTimers();
});

const latest = (changes: ReturnType<typeof createRecentChanges>, ...tags: string[]) =>
  new Date(changes.latestOf(new Set(tags), Date.now())).toISOString().slice(11, 19);

it('what changed before the start is unknown: pages have changed with it', () => {
  const changes = createRecentChanges();
  goTo('12:05:00');
  expect(latest(changes, 'video 1')).toBe('12:03:20');
});

it('a page has changed with the last change of what it shows, or with the window', () => {
  const changes = createRecentChanges();
  goTo('12:11:00');
  expect(latest(changes, 'video 1')).toBe('12:10:00');
  changes.add(new Set(['video 1']));
  goTo('12:12:00');
  changes.add(new Set(['video 2', 'list all']));
  goTo('12:13:00');
  expect(latest(changes, 'video 1')).toBe('12:11:00');
  expect(latest(changes, 'video 1', 'list all')).toBe('12:12:00');
  expect(latest(changes, 'video 3')).toBe('12:10:00');
  changes.add();
  expect(latest(changes, 'video 3')).toBe('12:13:00');
  goTo('12:20:00');
  expect(latest(changes, 'video 1')).toBe('12:20:00');
});

it('a change during the render does not count: the page may not show it', () => {
  const changes = createRecentChanges();
  goTo('12:11:00');
  const startedAt = Date.now();
  goTo('12:11:05');
  changes.add(new Set(['video 1']));
  expect(changes.latestOf(new Set(['video 1']), startedAt)).toBe(at('12:10:00'));
});

it('after an import everything counts as changed', () => {
  const changes = createRecentChanges();
  goTo('12:15:00');
  changes.add(new Set(Array.from({ length: 30_000 }, (_, id) => `video ${id}`)));
  expect(latest(changes, 'partners')).toBe('12:15:00');
});
