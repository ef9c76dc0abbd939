import { describe, expect, it } from 'vitest';
import { slugOf, titleSlugOf } from '#contract/values/slug.ts';
import { namesBySlug, slugOfName } from '#domain/catalogue/tags-and-performers.ts';

describe('slugs', () => {
  it.each([
    ['Slow  Evening', 'slow-evening'],
    ['already-a-slug', 'already-a-slug'],
    ["Don't stop!", 'dont-stop'],
    ['Café', 'caf'],
    [' padded ', '-padded-'],
    ['', ''],
  ])('of %j are %j', (text, slug) => {
    expect(slugOf(text)).toBe(slug);
  });

  it('of titles are trimmed', () => {
    expect(titleSlugOf(' Quiet harbour ')).toBe('quiet-harbour');
  });

  it('of names need a letter or digit and have at most 100 characters', () => {
    expect(slugOfName('tags', ` ${'x'.repeat(100)} `)).toHaveLength(100);
    for (const name of ['x'.repeat(101), '???', '- -', ''])
      expect(() => slugOfName('tags', name)).toThrow(
        expect.objectContaining({ fields: { tags: 'A tag must contain a letter from a to z or a digit.' } }),
      );
  });
});

it('names with the same slug are one, in the order and spelling of the first', () => {
  expect([...namesBySlug('tags', ['Slow Evening ', 'Boats', 'slow evening', 'boats'])]).toEqual([
    ['slow-evening', 'Slow Evening'],
    ['boats', 'Boats'],
  ]);
});
