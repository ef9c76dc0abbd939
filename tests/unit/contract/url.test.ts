import { describe, expect, it } from 'vitest';
import { isWebUrl, isWebUrlOrPath } from '#contract/values/urls.ts';

/** What a browser reads as another site or drops, and what could add lines to an email. */
const hostile = [
  '/\\evil.example',
  '//evil.example',
  '\\\\evil.example',
  'https:\\\\evil.example',
  'javascript:alert(1)',
  'https://example.com/\nBcc: all@example.com',
  'https://example.com/\r\n\r\nHello',
  'https://example.com/\n',
  '\nhttps://example.com/',
  '/images/\t/logo.png',
  'https://example.com/\u2028x',
  'https://example.com/\u0085x',
  'https://example.com/\u0000',
  'https://example.com/\ud800',
];

describe.each(hostile)('%j', (text) => {
  it('is neither a URL nor a path', () => {
    expect([isWebUrl(text), isWebUrlOrPath(text)]).toEqual([false, false]);
  });
});

it.each(['https://example.com/page?q=1#top', 'http://münchen.example/🎬'])('%s is a URL', (text) => {
  expect([isWebUrl(text), isWebUrlOrPath(text)]).toEqual([true, true]);
});

it('a path is one only where paths are allowed', () => {
  expect([isWebUrl('/images/logo.png'), isWebUrlOrPath('/images/logo.png')]).toEqual([false, true]);
});
