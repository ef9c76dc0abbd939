/** Public site, sections 2, 5 and 9: suggestions from known names, and what a search submits. */

import { describe, expect, it } from 'vitest';
import { withoutTitlePrefix } from '#contract/values/lists.ts';
import {
  knownPerformers,
  knownTags,
  searchTextOf,
  suggestionHref,
  suggestionsFor,
} from '#web/public/search/suggestions.ts';

const named = (prefix: string, count: number) => Array.from({ length: count }, (_, n) => `${prefix}-${n}`);
const vocabulary = (tags: string[], performers: string[] = []) => ({
  tags: knownTags(tags),
  performers: knownPerformers(performers),
});
const textsOf = (text: string, tags: string[], performers: string[] = []) =>
  suggestionsFor(text, vocabulary(tags, performers)).map((suggestion) => suggestion.text);

describe('how many suggestions', () => {
  const videos = named('river-video', 7).map((slug) => ({ type: 'video' as const, text: 'By the river', slug }));
  const answered = { typed: 'river', suggestions: videos };

  it('3 tags, then 3 performers, in the order of the lists, then videos: 7, beside the search itself', () => {
    const suggestions = suggestionsFor('river', vocabulary(named('river-tag', 7), named('river', 7)), answered);
    expect(suggestions.map(({ type, slug }) => `${type} ${slug}`)).toEqual([
      ...named('tag river-tag', 3),
      ...named('star river', 3),
      'video river-video-0',
    ]);
  });

  it('more videos where there are fewer names', () => {
    const suggestions = suggestionsFor('river', vocabulary(['river']), answered);
    expect(suggestions.map(({ type }) => type)).toEqual(['tag', ...Array(6).fill('video')]);
  });
});

describe('which suggestions', () => {
  it('names that contain the trimmed text, in any case', () => {
    expect(textsOf(' RIVER ', ['upriver', 'harbour'])).toEqual(['upriver']);
  });

  it('the whole name, then words that begin with the text, then the rest, each by popularity', () => {
    const popularFirst = ['upriver', 'wide-river', 'riverside', 'river'];
    expect(textsOf('river', popularFirst)).toEqual(['river', 'wide river', 'riverside']);
    expect(textsOf('ver', ['river', 'verdant', 'oliver'])).toEqual(['verdant', 'river', 'oliver']);
  });

  it('with spaces or hyphens between words', () => {
    expect(textsOf('big c', ['big-city'])).toEqual(['big city']);
    expect(textsOf('big-c', ['big-city'])).toEqual(['big city']);
  });

  it('a performer is suggested once, under the proper name', () => {
    expect(textsOf('isla', [], ['isla-torven', ' isla '])).toEqual(['Isla', 'Isla Torven']);
    expect(textsOf('isla-t', [], ['isla-torven'])).toEqual(['Isla Torven']);
  });

  it('a name with a spelling of its own is suggested so, and found with or without its accents', () => {
    const tags = knownTags(['cafe-noir', '日本語'], { 'cafe-noir': 'Café Noir' });
    const performers = knownPerformers(['zoe-nandu'], { 'zoe-nandu': 'Zoë Ñandú' });
    const suggested = (text: string) =>
      suggestionsFor(text, { tags, performers }).map(
        (suggestion) => `${suggestion.text} > ${suggestionHref(suggestion)}`,
      );
    expect(suggested('cafe n')).toEqual(['Café Noir > /tag/cafe-noir']);
    expect(suggested('CAFÉ')).toEqual(['Café Noir > /tag/cafe-noir']);
    expect(suggested('本')).toEqual(['日本語 > /tag/%E6%97%A5%E6%9C%AC%E8%AA%9E']);
    expect(suggested('zoë')).toEqual(['Zoë Ñandú > /pornstar/zoe-nandu']);
    expect(searchTextOf('zoe ñandu', { tags, performers })).toBe('zoe ñandu');
  });

  it('none for blank text', () => {
    expect(textsOf('  ', ['river'])).toEqual([]);
  });

  it('lead to the page of the tag or performer', () => {
    expect(suggestionsFor('river', vocabulary(['river-a'], ['riverb'])).map(suggestionHref)).toEqual([
      '/tag/river-a',
      '/pornstar/riverb',
    ]);
  });
});

describe('what the server adds', () => {
  const star = (text: string, slug: string, imageUrl?: string) => ({
    type: 'star' as const,
    text,
    slug,
    ...(imageUrl === undefined ? {} : { imageUrl }),
  });
  const known = vocabulary([], ['isla-torven', 'isla-moor']);

  it('portraits of known performers, and rarer names behind them', () => {
    const suggestions = [star('Isla Rare', 'isla-rare'), star('Isla Torven', 'isla-torven', '/images/1.webp')];
    const found = suggestionsFor('isla', known, { typed: 'isla', suggestions });
    expect(found.map(({ slug, imageUrl }) => [slug, imageUrl])).toEqual([
      ['isla-torven', '/images/1.webp'],
      ['isla-moor', undefined],
      ['isla-rare', ''],
    ]);
  });

  it('names with a word that begins with the text before popular ones that contain it elsewhere', () => {
    const answered = { typed: 'tor', suggestions: [star('Tor Rare', 'tor-rare')] };
    const found = suggestionsFor('tor', vocabulary([], ['viktor-lund']), answered);
    expect(found.map(({ slug }) => slug)).toEqual(['tor-rare', 'viktor-lund']);
  });

  it('corrected names, which do not contain the text', () => {
    const suggestions = [star('Isla Torven', 'isla-torven')];
    expect(suggestionsFor('ilsa', known, { typed: 'ilsa', suggestions })).toHaveLength(1);
  });

  it('stays for the next letters as far as it still matches', () => {
    const suggestions = [star('Isla Rare', 'isla-rare'), star('Islay', 'islay')];
    const slugsFor = (typed: string) =>
      suggestionsFor(typed, vocabulary([]), { typed: 'isla', suggestions }).map(({ slug }) => slug);
    expect(slugsFor('isla r')).toEqual(['isla-rare']);
    expect(slugsFor('river')).toEqual([]);
  });
});

describe('the submitted text', () => {
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
