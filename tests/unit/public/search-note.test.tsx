/** What the search page says about a search that was not taken as it was typed. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { SearchNote } from '#web/public/search/search-note.tsx';

const hrefOf = (search: string, isExact: boolean) => `/search?q=${search}${isExact ? '&exact=true' : ''}`;
const note = (search: string, list: object) =>
  renderToStaticMarkup(createElement(SearchNote, { search, list, hrefOf }));
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
    ['title:form', '/search?q=title:from'],
  ])('offers what may have been meant by %s', (search, href) => {
    const html = note(search, { didYouMean: 'from' });
    expect(textOf(html)).toBe('Did you mean from ?');
    expect(html).toContain(`href="${href}"`);
  });

  it('isolates text of another direction', () => {
    expect(note('قطر', { correctedSearch: 'قطار' }).match(/<bdi>/g)).toHaveLength(2);
  });
});
