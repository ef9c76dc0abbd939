import { describe, expect, it } from 'vitest';
import { dayLabel, fullCount, momentLabel, shortCount, subscriberCount, tagName } from '#web/admin/kit/format.ts';
import { newPasswordProblem } from '#web/admin/kit/forms/new-password-field.tsx';
import { pageOf, pageUrl, searchOf } from '#web/admin/kit/lists/pages.tsx';
import { truncate } from '#web/components/format.ts';

describe('counts', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1K'],
    [1500, '1.5K'],
    [999_999, '1000K'],
    [1_000_000, '1M'],
    [2_340_000, '2.3M'],
  ])('%d is short for %s', (count, text) => {
    expect(shortCount(count)).toBe(text);
  });

  it.each([
    [0, '0 subscribers'],
    [1, '1 subscriber'],
    [999, '999 subscribers'],
    [1000, '1.0K subscribers'],
    [1_000_000, '1.0M subscribers'],
  ])('%d subscribers are %s', (count, text) => {
    expect(subscriberCount(count)).toBe(text);
  });

  it('are grouped by thousands in full', () => {
    expect(fullCount(1234567)).toBe('1,234,567');
  });
});

describe('dates', () => {
  it('are in US English, with a word for a missing one', () => {
    // In the time zone of whoever reads it.
    const noon = new Date(2026, 2, 4, 12).toISOString();
    expect(dayLabel(noon)).toBe('Mar 4, 2026');
    expect(dayLabel(null)).toBe('N/A');
    expect(momentLabel(undefined, 'Never')).toBe('Never');
    expect(momentLabel(noon)).toMatch(/^Mar 4, 2026, 12:00\sPM$/);
  });
});

describe('texts', () => {
  it('are truncated only above the limit', () => {
    expect(truncate('12345', 5)).toBe('12345');
    expect(truncate('123456', 5)).toBe('12345…');
    expect(truncate('👩‍👩‍👧 at sea', 1)).toBe('👩‍👩‍👧…');
    expect(truncate('👩‍👩‍👧', 1)).toBe('👩‍👩‍👧');
  });

  it('read a tag from its slug', () => {
    expect(tagName('big-city-night')).toBe('Big city night');
    expect(tagName('')).toBe('');
  });
});

describe('new passwords', () => {
  it('match and have at least 6 characters', () => {
    expect(newPasswordProblem('secret', 'secreT')).toEqual({
      wrong: 'confirmation',
      message: 'Passwords do not match',
    });
    expect(newPasswordProblem('12345', '12345')).toEqual({
      wrong: 'password',
      message: 'Password must be at least 6 characters long',
    });
    expect(newPasswordProblem('123456', '123456')).toBeUndefined();
  });
});

describe('list URLs', () => {
  const url = (query: string) => new URL(`https://example.com/admin/posts${query}`);

  it.each([
    ['', 1],
    ['?page=7', 7],
    ['?page=0', 1],
    ['?page=-1', 1],
    ['?page=2.5', 1],
    ['?page=x', 1],
    ['?page=99999999999', 1_000_000_000],
  ])('%s is page %d', (query, page) => {
    expect(pageOf(url(query))).toBe(page);
  });

  it('keep the search when the page changes', () => {
    expect(searchOf(url('?search=+two+words+'))).toBe('two words');
    expect(pageUrl({ pathname: '/admin/posts', search: '?search=x&page=2' })(3)).toBe('/admin/posts?search=x&page=3');
  });
});
