/** Public site, sections 2, 5 and 9: suggestions from known names, and what a search submits. */

import { describe, expect, it } from 'vitest';
import { withoutTitlePrefix } from '#contract/values/title-search.ts';
import { hrefOf, searchTextOf, suggestionsFor } from '#web/public/search/suggestions.ts';

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}-${n}`);
const textsOf = (text: string, tags: string[], performers: string[] = []) =>
  suggestionsFor(text, { tags, performers }).map((suggestion) => suggestion.text);

describe('section 9: how many suggestions', () => {
  it('at most 5 tags, then performers up to 8 in total, in the order of the lists', () => {
    const suggestions = suggestionsFor('river', { tags: named('river-tag', 7), performers: named('river-star', 7) });
    expect(suggestions.map(({ type, slug }) => `${type} ${slug}`)).toEqual([
      ...named('tag river-tag', 5),
      ...named('star river-star', 3),
    ]);
  });

  it('at most 5 performers', () => {
    expect(textsOf('river', [], named('river', 7))).toHaveLength(5);
  });
});

describe('section 5: which suggestions', () => {
  it('names that contain the trimmed text, in any case', () => {
    expect(textsOf(' RIVER ', ['upriver', 'Riverside', 'harbour'])).toEqual(['upriver', 'Riverside']);
  });

  it('with spaces for hyphens, unless the text itself has a hyphen', () => {
    expect(textsOf('big c', ['big-city'])).toEqual(['big city']);
    expect(textsOf('big-c', ['big-city'])).toEqual(['big-city']);
  });

  it('none for blank text', () => {
    expect(textsOf('  ', ['river'])).toEqual([]);
  });

  it('lead to the page of the tag or performer', () => {
    expect(suggestionsFor('river', { tags: ['river-a'], performers: ['river-b'] }).map(hrefOf)).toEqual([
      '/tag/river-a',
      '/pornstar/river-b',
    ]);
  });
});

describe('section 5: the submitted text', () => {
  it.each([
    ['MILF', 'MILF'],
    [' isla torven ', 'isla torven'],
    ['Isla-Torven', 'Isla-Torven'],
    ['mil', 'title:mil'],
    ['  ', ''],
  ])('%j is searched as %j', (text, search) => {
    expect(searchTextOf(text, { tags: ['milf'], performers: ['isla-torven'] })).toBe(search);
  });

  it('is shown without its prefix', () => {
    expect(withoutTitlePrefix('title:mil')).toBe('mil');
    expect(withoutTitlePrefix('Title:mil')).toBe('mil');
    expect(withoutTitlePrefix('subtitle:mil')).toBe('subtitle:mil');
  });
});
