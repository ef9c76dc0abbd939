import { describe, expect, it } from 'vitest';
import { cachePolicy, headersOf, isNotModified } from '#server/page-cache/cached-page.ts';
import { cachedPage } from './cached-pages.ts';

describe('the headers of a page', () => {
  it('have an ETag of their own for each encoding, and vary by it', () => {
    const of = (encoding: 'br' | 'gzip' | 'identity') => headersOf(cachedPage(), encoding, { withBody: true });
    expect(of('br')).toMatchObject({ etag: 'W/"abc-br"', vary: 'Accept-Encoding', 'content-encoding': 'br' });
    expect(of('gzip')).toMatchObject({ etag: 'W/"abc-gzip"', vary: 'Accept-Encoding', 'content-encoding': 'gzip' });
    expect(of('identity')).toMatchObject({ etag: 'W/"abc-identity"', vary: 'Accept-Encoding' });
    expect(of('identity')).not.toHaveProperty('content-encoding');
  });

  it('include those of the page itself', () => {
    expect(headersOf(cachedPage(), 'br', { withBody: true })).toMatchObject(cachedPage().headers);
  });

  it('say nothing about the body of a 304', () => {
    expect(headersOf(cachedPage(), 'br', { withBody: false })).not.toHaveProperty('content-encoding');
  });
});

describe('a 304', () => {
  it('answers the ETag of the same page and encoding, also in a list', () => {
    expect(isNotModified(cachedPage(), 'br', { 'if-none-match': 'W/"abc-br"' })).toBe(true);
    expect(isNotModified(cachedPage(), 'br', { 'if-none-match': '"other", W/"abc-br"' })).toBe(true);
  });

  it('answers neither another page’s, nor another encoding’s, nor none', () => {
    expect(isNotModified(cachedPage(), 'br', { 'if-none-match': 'W/"other-br"' })).toBe(false);
    expect(isNotModified(cachedPage(), 'br', { 'if-none-match': 'W/"abc-gzip"' })).toBe(false);
    expect(isNotModified(cachedPage(), 'br', {})).toBe(false);
  });

  it('answers the date of the page or a later one, if there is no ETag', () => {
    const lastModified = Date.UTC(2026, 10, 16, 12);
    const since = (date: string, etags?: string) =>
      isNotModified(cachedPage({ lastModified }), 'br', {
        'if-modified-since': date,
        ...(etags ? { 'if-none-match': etags } : {}),
      });
    expect(since('Mon, 16 Nov 2026 12:00:00 GMT')).toBe(true);
    expect(since('Mon, 16 Nov 2026 12:00:01 GMT')).toBe(true);
    expect(since('Mon, 16 Nov 2026 11:59:59 GMT')).toBe(false);
    expect(since('yesterday')).toBe(false);
    expect(since('Mon, 16 Nov 2026 12:00:00 GMT', 'W/"other-br"')).toBe(false);
    expect(isNotModified(cachedPage(), 'br', { 'if-modified-since': 'Mon, 16 Nov 2026 12:00:00 GMT' })).toBe(false);
  });

  it.each([404, 301, 500])('never stands for a %i', (status) => {
    expect(isNotModified(cachedPage({ status }), 'br', { 'if-none-match': 'W/"abc-br"' })).toBe(false);
  });
});

it('lets browsers reuse data for ten seconds and documents only after revalidation', () => {
  expect(cachePolicy(true)).toBe('public, max-age=10, s-maxage=1, proxy-revalidate');
  expect(cachePolicy(false)).toBe('public, max-age=0, s-maxage=1, proxy-revalidate');
});
