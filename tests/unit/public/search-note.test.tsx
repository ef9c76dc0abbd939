/** What the search page says about a search that was not taken as it was typed. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SearchNote } from '#web/public/search/search-note.tsx';

const hrefOf = (search: string, isExact: boolean) => `/search?q=${search}${isExact ? '&exact=true' : ''}`;
const note = (search: string, list: object) =>
  renderToStaticMarkup(createElement(SearchNote, { search, list: { totalRecords: 0, ...list }, hrefOf }));
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

describe('the note on a search', () => {
  it('is missing where the search was taken as typed', () => {
    expect(note('harbour', {})).toBe('');
  });

  it('names the corrected search, and links to the one that was typed', () => {
    const html = note('title:harbuor', { correctedSearch: 'harbour' });
    expect(textOf(html)).toBe('Showing results for harbour Search instead for harbuor');
    expect(html).toContain('href="/search?q=title:harbuor&amp;exact=true"');
  });

  it.each([
    ['form', '/search?q=from'],
    ['title:form', '/search?q=from'],
  ])('offers what may have been meant by %s', (search, href) => {
    const html = note(search, { didYouMean: 'from' });
    expect(textOf(html)).toBe('Did you mean from ?');
    expect(html).toContain(`href="${href}"`);
  });

  it.each([
    [['scarlet'], 4, 'Without “scarlet”: 4 videos'],
    [['scarlet', 'kite'], 1, 'Without “scarlet” and “kite”: 1 video'],
    [['a', 'b', 'c', 'd', 'e', 'f'], 1_200, 'Without “a”, “b”, “c”, “d” and 2 more: 1,200 videos'],
  ])('names the words that were left out: %s', (droppedWords, totalRecords, text) => {
    const html = note('isla boats scarlet', { droppedWords, totalRecords });
    expect(html.replace(/<[^>]+>/g, '')).toBe(`No video has all of these words. ${text}`);
  });

  it('does not offer the search as typed where it finds nothing', () => {
    const html = note('papre scarlet', { droppedWords: ['scarlet'], correctedSearch: 'paper', totalRecords: 3 });
    expect(textOf(html)).toContain('Showing results for paper');
    expect(html).not.toContain('<a ');
  });

  it('says so when nothing has the words in quotes', () => {
    const html = note('"boats paper"', { ignoredQuotes: true, totalRecords: 3 });
    expect(textOf(html)).toBe('Nothing has the words in quotes exactly like this.');
  });

  it('isolates text of another direction', () => {
    expect(note('قطر', { correctedSearch: 'قطار' }).match(/<bdi>/g)).toHaveLength(2);
  });
});
