import { describe, expect, it } from 'vitest';
import { pictureIn, textOfHtml, tidyUrl } from '#domain/imports/mapping/html.ts';
import {
  countOf,
  dateOf,
  dateOrderOf,
  entriesOf,
  minutesOf,
  secondsOf,
  urlsOf,
} from '#domain/imports/mapping/values.ts';

describe('durations', () => {
  it.each([
    ['12:30', 750],
    ['1:02:30', 3750],
    ['00:45', 45],
    ['90:00', 5400],
    ['750', 750],
    ['750.4', 750.4],
    ['PT12M30S', 750],
    ['PT1H2M', 3720],
    ['P1DT1S', 86_401],
    ['12m30s', 750],
    ['12 min', 720],
    ['1 hour, 5 minutes', 3900],
    ['45 sec', 45],
    ['1h', 3600],
    ['1.5 hours', 5400],
    ['', undefined],
    ['P', undefined],
    ['PT', undefined],
    ['n/a', undefined],
    ['12:30:', undefined],
    ['00:90:00', 5400],
    ['99:99:99', undefined],
    ['1:60:00', undefined],
    ['12:75', undefined],
    ['1e400', undefined],
    ['-5', undefined],
  ])('%j are %j seconds', (text, seconds) => {
    expect(secondsOf(text)).toBe(seconds);
  });

  it('are minutes where the column has minutes', () => {
    expect(secondsOf('12', 'minutes')).toBe(720);
    expect(secondsOf('12:30', 'minutes')).toBe(750);
  });

  it('become whole minutes', () => {
    expect([0, 5, 89, 90, 750].map(minutesOf)).toEqual([0, 1, 1, 2, 13]);
  });
});

describe('dates', () => {
  it.each([
    ['2024-05-01', '2024-05-01T00:00:00.000Z'],
    ['2024-05-01 12:00:00', '2024-05-01T12:00:00.000Z'],
    ['2024-05-01T12:00:00.25+02:00', '2024-05-01T10:00:00.250Z'],
    ['2024/5/1', '2024-05-01T00:00:00.000Z'],
    ['20240501', '2024-05-01T00:00:00.000Z'],
    ['Wed, 01 May 2024 12:00:00 +0200', '2024-05-01T10:00:00.000Z'],
    ['Wed, 1 May 2024 12:00 EST', '2024-05-01T17:00:00.000Z'],
    ['01 May 24', '2024-05-01T00:00:00.000Z'],
    ['May 1st, 2024', '2024-05-01T00:00:00.000Z'],
    ['1714564800', '2024-05-01T12:00:00.000Z'],
    ['1714564800000', '2024-05-01T12:00:00.000Z'],
    ['05/01/2024', '2024-05-01T00:00:00.000Z'],
    ['05/01/2024 3:04 PM', '2024-05-01T15:04:00.000Z'],
    ['31/12/2024', undefined],
    ['2024-02-30', undefined],
    ['2026-02-29', undefined],
    ['Mon, 30 Feb 2026 10:00:00 GMT', undefined],
    ['0000-00-00 00:00:00', undefined],
    ['1', undefined],
    ['12:30', undefined],
    ['yesterday', undefined],
    ['', undefined],
  ])('%j is %j', (text, iso) => {
    expect(dateOf(text)?.toISOString()).toBe(iso);
  });

  it('have the day first where the column shows that', () => {
    expect(dateOf('05/01/2024', 'dayFirst')?.toISOString()).toBe('2024-01-05T00:00:00.000Z');
    expect(dateOrderOf(['05/01/2024', '13/01/2024'])).toBe('dayFirst');
    expect(dateOrderOf(['05/01/2024', '01/13/2024'])).toBe('monthFirst');
    expect(dateOrderOf(['05/01/2024', '2024-05-01'])).toBeUndefined();
  });

  it('have the day first where they have points, unless somebody says otherwise', () => {
    expect(dateOf('02.10.2026')?.toISOString()).toBe('2026-10-02T00:00:00.000Z');
    expect(dateOf('02.10.2026', 'monthFirst')?.toISOString()).toBe('2026-02-10T00:00:00.000Z');
    expect(dateOrderOf(['02.10.2026', '03.10.2026 12:00'])).toBe('dayFirst');
    expect(dateOrderOf(['2024.05.01'])).toBeUndefined();
  });
});

describe('counts', () => {
  it.each([
    ['1234', 1234],
    ['1,234', 1234],
    ['1.234.567', 1_234_567],
    ['1 234', 1234],
    ['1.2M', 1_200_000],
    ['3k', 3000],
    ['1,5K views', 1500],
    ['12.7', 13],
    ['9'.repeat(30), 1e12],
    ['many', undefined],
    ['1e400', undefined],
    ['Infinity', undefined],
    ['', undefined],
    ['-1', undefined],
  ])('%j are %j', (text, count) => {
    expect(countOf(text)).toBe(count);
  });
});

describe('lists in one cell', () => {
  it.each([
    ['red, blue', undefined, ['red', 'blue']],
    ['red; blue, dark;', undefined, ['red', 'blue, dark']],
    ['red|blue', undefined, ['red', 'blue']],
    ['red\nblue', undefined, ['red', 'blue']],
    ['red blue', ' ', ['red', 'blue']],
    ['red, blue; dark', ',', ['red', 'blue; dark']],
  ])('%j with %j are %j', (cell, separator, entries) => {
    expect(entriesOf(cell, separator)).toEqual(entries);
  });

  it('are URLs, which may contain commas', () => {
    expect(
      urlsOf('https://example.com/a,b.jpg,https://example.com/c;d.jpg; https://example.com/e.jpg', undefined),
    ).toEqual(['https://example.com/a,b.jpg', 'https://example.com/c;d.jpg', 'https://example.com/e.jpg']);
  });
});

describe('texts with HTML', () => {
  it.each([
    ['plain', 'plain'],
    ['Salt &amp; pepper &eacute; &#39;x&#39;', "Salt & pepper é 'x'"],
    ['<p>One</p><p>Two<br>Three</p>', 'One\n\nTwo\nThree'],
    ['a<script>alert(1)</script>b<style>x{}</style>', 'ab'],
    ['5 < 6 & 7 > 3', '5 < 6 & 7 > 3'],
    ['<img src=x onerror=alert(1)>', ''],
    ['&lt;b&gt;', '<b>'],
    ['unclosed <b', 'unclosed'],
  ])('%j are %j', (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });

  it('have a picture', () => {
    expect(pictureIn('<p><img alt="a" src="https://example.com/1.jpg?a=1&amp;b=2"><img src="2"></p>')).toBe(
      'https://example.com/1.jpg?a=1&b=2',
    );
    expect(pictureIn('<p>None</p>')).toBeUndefined();
  });
});

describe('URLs', () => {
  it.each([
    [' https://example.com/1 ', 'https://example.com/1'],
    ['//example.com/1', 'https://example.com/1'],
    ['www.example.com/1', 'https://www.example.com/1'],
    ['https://example.com/a b.jpg', 'https://example.com/a%20b.jpg'],
    ['https://example.com/?a=1&amp;b=2', 'https://example.com/?a=1&b=2'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
  ])('%j become %j', (given, url) => {
    expect(tidyUrl(given)).toBe(url);
  });
});
