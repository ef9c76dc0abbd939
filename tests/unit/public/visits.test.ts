/** What the home page tells visitors who return. */
import { describe, expect, it } from 'vitest';
import { newSince, whenInWords } from '#web/public/returning/visits.ts';

describe('new videos', () => {
  it.each([
    [[9, 8, 7], 7, 2],
    [[9, 8, 7], 9, 0],
    // The newest one of that time was removed, or is on another page by now.
    [[9, 8, 6], 7, 2],
    [[9, 8, 7], 3, 3],
    [[], 3, 0],
    // An older post was published later.
    [[2, 9, 8], 9, 1],
  ])('of %s since %s are %s', (ids, newest, count) => {
    expect(newSince(ids, { at: 0, newest })).toBe(count);
  });
});

describe('the time of the last visit', () => {
  const now = new Date(2026, 10, 19, 9, 30).getTime();
  it.each([
    [new Date(2026, 10, 19, 0, 5), 'earlier today'],
    [new Date(2026, 10, 18, 23, 55), 'yesterday'],
    [new Date(2026, 10, 13, 12), 'on Friday'],
    [new Date(2026, 10, 12, 12), 'on November 12'],
    // A clock that was set back.
    [new Date(2026, 10, 20, 12), 'earlier today'],
  ])('%s is %s', (at, words) => {
    expect(whenInWords(at.getTime(), now)).toBe(words);
  });
});
