/** Public site, sections 2, 5 and 9: suggestions from known names, and what a search submits. */

import { describe, expect, it } from 'vitest';
import { withoutTitlePrefix } from '#contract/values/title-search.ts';
import { knownNames } from '#web/public/search/known-names.ts';
import { hrefOf, searchTextOf, suggestionsFor } from '#web/public/search/suggestions.ts';

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}-${n}`);
const vocabulary = (tags: string[], performers: string[] = []) => ({
  tags: knownNames(tags),
  performers: knownNames(performers),
});
const textsOf = (text: string, tags: string[], performers: string[] = []) =>
  suggestionsFor(text, vocabulary(tags, performers)).map((suggestion) => suggestion.text);

describe('section 9: how many suggestions', () => {
  it('at most 5 tags, then performers up to 8 in total, in the order of the lists', () => {
    const performers = named('river', 7).map((name) => name.replace('-', ''));
    const suggestions = suggestionsFor('river', vocabulary(named('river-tag', 7), performers));
    expect(suggestions.map(({ type, slug }) => `${type} ${slug}`)).toEqual([
      ...named('tag river-tag', 5),
      'star river0',
      'star river1',
      'star river2',
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

  it('a performer is suggested under the slug, then with spaces for its hyphens, without duplicates', () => {
    expect(textsOf('isla', [], ['isla-torven', ' isla '])).toEqual(['isla-torven', 'isla torven', 'isla']);
    expect(textsOf('isla t', [], ['isla-torven'])).toEqual(['isla torven']);
  });

  it('a name with a spelling of its own is suggested so, and found with or without its accents', () => {
    const tags = knownNames(['cafe-noir', '日本語'], { 'cafe-noir': 'Café Noir' });
    const performers = knownNames(['zoe-nandu'], { 'zoe-nandu': 'Zoë Ñandú' });
    const suggested = (text: string) =>
      suggestionsFor(text, { tags, performers }).map((suggestion) => `${suggestion.text} > ${hrefOf(suggestion)}`);
    expect(suggested('cafe n')).toEqual(['Café Noir > /tag/cafe-noir']);
    expect(suggested('CAFÉ')).toEqual(['Café Noir > /tag/cafe-noir']);
    expect(suggested('本')).toEqual(['日本語 > /tag/%E6%97%A5%E6%9C%AC%E8%AA%9E']);
    expect(suggested('zoë')).toEqual(['zoe-nandu > /pornstar/zoe-nandu', 'Zoë Ñandú > /pornstar/zoe-nandu']);
    expect(searchTextOf('zoe ñandu', { tags, performers })).toBe('zoe ñandu');
  });

  it('none for blank text', () => {
    expect(textsOf('  ', ['river'])).toEqual([]);
  });

  it('lead to the page of the tag or performer', () => {
    expect(suggestionsFor('river', vocabulary(['river-a'], ['riverb'])).map(hrefOf)).toEqual([
      '/tag/river-a',
      '/pornstar/riverb',
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
    expect(searchTextOf(text, vocabulary(['milf'], ['isla-torven']))).toBe(search);
  });

  it('is shown without its prefix', () => {
    expect(withoutTitlePrefix('title:mil')).toBe('mil');
    expect(withoutTitlePrefix('Title:mil')).toBe('mil');
    expect(withoutTitlePrefix('subtitle:mil')).toBe('subtitle:mil');
  });
});
