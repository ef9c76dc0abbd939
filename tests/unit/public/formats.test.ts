/** Public site, sections 2, 5 and 9: the rules that numbers and texts are written by. */

import { describe, expect, it } from 'vitest';
import { likePercentage } from '#contract/values/lists.ts';
import { nameOfSlug, slugOf, titleSlugOf, wordsOfSlug } from '#contract/values/names.ts';
import {
  cardFacts,
  cardLength,
  cutTitle,
  durationBadge,
  durationLabel,
  firstWords,
  isoDuration,
  plural,
  tagCardBadges,
  viewsInThousands,
  viewsLabel,
  viewsText,
} from '#web/components/format.ts';
import { groupByLetter } from '#web/public/tags-page.ts';

describe('views', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1k'],
    [1500, '1.5k'],
    [12_345, '12.3k'],
    [999_900, '999.9k'],
    [1_000_000, '1M'],
    [2_540_000, '2.5M'],
    [null, '2'],
  ])('%s is written %s', (views, label) => {
    expect(viewsLabel(views)).toBe(label);
  });

  it('one view is singular', () => {
    expect([viewsText(0), viewsText(1), viewsText(2), viewsText(1000), viewsText(null)]).toEqual([
      '0 views',
      '1 view',
      '2 views',
      '1k views',
      '2 views',
    ]);
  });

  it('category and tag-page cards show the value, or 2, followed by K+', () => {
    expect([viewsInThousands(0), viewsInThousands(340), viewsInThousands(null)]).toEqual(['0K+', '340K+', '2K+']);
  });

  it.each([
    [0, 0],
    [1, 1],
    [3, 2],
    [100, 50],
    [199, 100],
    [200, 100],
    [5000, 100],
  ])('%s views are liked by %s per cent', (views, percentage) => {
    expect(likePercentage(views)).toBe(percentage);
  });
});

describe('durations', () => {
  it.each([
    [1, '1 min'],
    [59, '59 min'],
    [60, '1h 0m'],
    [125, '2h 5m'],
    [null, 'N/A'],
    [undefined, 'N/A'],
  ])('%s minutes are written %s', (minutes, label) => {
    expect(durationLabel(minutes)).toBe(label);
  });

  it('the tag badge is mm:ss or hh:mm:ss, its seconds from the id', () => {
    expect(durationBadge(7, '12')).toMatch(/^07:[0-5]\d$/);
    expect(durationBadge(125, '12')).toMatch(/^02:05:[0-5]\d$/);
    expect(durationBadge(60, '12')).toMatch(/^01:00:[0-5]\d$/);
    expect(durationBadge(7, '12')).toBe(durationBadge(7, '12'));
    expect([durationBadge(null, '12'), durationBadge(undefined, '12')]).toEqual(['N/A', 'N/A']);
    const seconds = new Set(Array.from({ length: 200 }, (_, id) => durationBadge(7, String(id))));
    expect(seconds.size).toBeGreaterThan(20);
  });
});

describe('texts', () => {
  it('a name is made of a slug', () => {
    expect(nameOfSlug('-isla--torven')).toBe('Isla Torven');
    expect(wordsOfSlug('big-city-lights')).toBe('big city lights');
    expect(isoDuration(90)).toBe('PT90M');
  });

  it('a count has its plural', () => {
    expect([0, 1, 2, 1_000].map((count) => plural(count, 'view'))).toEqual([
      '0 views',
      '1 view',
      '2 views',
      '1,000 views',
    ]);
    expect(plural(1, 'submission is', 'submissions are')).toBe('1 submission is');
    expect(plural(1500, 'view', 'views', '1.5K')).toBe('1.5K views');
  });

  it('titles over 30 characters are cut to 30 plus an ellipsis', () => {
    expect(cutTitle('x'.repeat(30))).toBe('x'.repeat(30));
    expect(cutTitle('x'.repeat(31))).toBe(`${'x'.repeat(30)}…`);
  });

  it('a network description shows its first 13 words', () => {
    const words = Array.from({ length: 14 }, (_, n) => `w${n}`);
    expect(firstWords(words.slice(0, 13).join(' '))).toBe(words.slice(0, 13).join(' '));
    expect(firstWords(` ${words.join('  ')} `)).toBe(`${words.slice(0, 13).join(' ')}…`);
  });

  it('tags are grouped by uppercase first letter, sorted, once whatever their case', () => {
    const named = (...slugs: string[]) => slugs.map((slug) => ({ slug, name: slug }));
    expect(groupByLetter(named('beta', 'apex', 'Alpha', 'BETA', '4k'))).toEqual([
      ['4', named('4k')],
      ['A', named('Alpha', 'apex')],
      ['B', named('BETA')],
    ]);
  });

  it('a tag with an accent is in the group of its letter, and one in another script in its own', () => {
    const tags = [
      { slug: 'emile', name: 'Émile' },
      { slug: 'east', name: 'East' },
      { slug: '日本語', name: '日本語' },
    ];
    expect(groupByLetter(tags).map(([letter, group]) => [letter, group.map(({ name }) => name)])).toEqual([
      ['E', ['East', 'Émile']],
      ['日', ['日本語']],
    ]);
  });
});

describe('slugs', () => {
  it.each([
    ['Big  City', 'big-city'],
    ['Émile & Co.', 'emile--co'],
    ['already-a-slug', 'already-a-slug'],
    ['A\tB\nC', 'a-b-c'],
  ])('%s becomes %s', (text, slug) => {
    expect(slugOf(text)).toBe(slug);
  });

  it('a title is trimmed first', () => {
    expect(titleSlugOf('  Blue Sky! ')).toBe('blue-sky');
  });
});

describe('plain numbers', () => {
  it.each([
    [49, { views: '49 views', likes: '25%' }],
    [1500, { views: '1.5k views', likes: '100%' }],
    [0, { views: 'New', likes: undefined }],
    [null, { views: undefined, likes: undefined }],
  ])('of %s views are the same on all cards', (views, facts) => {
    for (const inThousands of [false, true]) expect(cardFacts(views, { isPlain: true, inThousands })).toEqual(facts);
    expect(tagCardBadges({ id: '7', minutes: 65 }, views, true)).toEqual({ views: facts.views, length: '1h 5m' });
  });

  it('leave out lengths that are not known', () => {
    expect([cardLength(null, true), cardLength(0, true), cardLength(null, false)]).toEqual([undefined, '0 min', 'N/A']);
    expect(tagCardBadges({ id: '7', minutes: null }, 0, true)).toEqual({ views: 'New', length: undefined });
  });

  it('are off at first', () => {
    expect(cardFacts(49, { isPlain: false, inThousands: true })).toEqual({ views: '49K+ views', likes: '25%' });
    expect(cardFacts(0, { isPlain: false })).toEqual({ views: '0 views', likes: '0%' });
    expect(tagCardBadges({ id: '7', minutes: 5 }, 49, false)).toEqual({ views: '49K+', length: durationBadge(5, '7') });
  });
});
