import { describe, expect, it } from 'vitest';
import { embedUrlOf } from '#domain/catalogue/links.ts';

describe('the URL to embed', () => {
  it.each([
    ['  ', ''],
    [' https://example.com/clip.mp4 ', 'https://example.com/clip.mp4'],
    ['http://example.com/embed', 'http://example.com/embed'],
    ['<iframe src="https://example.com/a?b=1&amp;c=2"></iframe>', 'https://example.com/a?b=1&c=2'],
    ["<IFRAME width=5 SRC = ' https://example.com/a '></IFRAME>", 'https://example.com/a'],
    ['<iframe src=https://example.com/bare></iframe>', 'https://example.com/bare'],
    ["<iframe data-src='https://example.com/no' src='https://example.com/yes'></iframe>", 'https://example.com/yes'],
    ['<p>Watch</p><iframe\nsrc="https://example.com/a"></iframe>', 'https://example.com/a'],
  ])('of %j is %j', (text, url) => {
    expect(embedUrlOf(text)).toBe(url);
  });

  it.each([
    ['example.com/clip', /must be iframe HTML, or a URL that starts with http/],
    ['javascript:alert(1)', /must be iframe HTML, or a URL that starts with http/],
    ['<iframe src="http://example.com/a"></iframe>', /must contain an iframe with an https src/],
    ['<iframe src="javascript:alert(1)"></iframe>', /must contain an iframe with an https src/],
    ['<iframe></iframe>', /must contain an iframe with an https src/],
    ['<script src="https://example.com/a.js"></script>', /must contain an iframe with an https src/],
    [`https://example.com/${'x'.repeat(1981)}`, /at most 2,000 characters/],
  ])('of %.60s is refused at the field', (text, message) => {
    expect(() => embedUrlOf(text)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(message),
        fields: { iframeUrl: expect.stringMatching(message) },
      }),
    );
  });

  it('may have 2000 characters', () => {
    const url = `https://example.com/${'x'.repeat(1980)}`;
    expect(embedUrlOf(url)).toBe(url);
  });
});
