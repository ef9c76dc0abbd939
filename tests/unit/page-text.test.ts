import { expect, it } from 'vitest';
import { decodePage, textOf } from '#domain/links/probe-link.ts';

const wordsOf = (html: string) => textOf(html).split(/\s+/).filter(Boolean).join(' ');

it.each([
  ['This video has been <b>removed</b>', 'This video has been removed'],
  ['<script>gone</script>one<STYLE>gone</style>two', 'one two'],
  ['one<script>never closed', 'one'],
  ['<scripted>one', 'one'],
  ['one &amp; it&#39;s &unknown; two', "one & it's &unknown; two"],
  ['one <two', 'one'],
])('%s reads as “%s”', (html, text) => {
  expect(wordsOf(html)).toBe(text);
});

// Each would take minutes if every opening bracket looked for its end anew.
it.each(['<', '<script ', '<script>', '<style></script>', '<a>', '</'])('a page of %s only has no text', (part) => {
  expect(wordsOf(part.repeat(256 * 1024))).toBe('');
});

const cyrillic = Buffer.from([0xc2, 0xe8, 0xe4, 0xe5, 0xee]);
it.each([
  ['its server says', cyrillic, 'text/html; charset=windows-1251'],
  ['it says itself', Buffer.concat([Buffer.from('<meta charset="windows-1251">'), cyrillic]), 'text/html'],
  ['nobody says', Buffer.from('Видео'), ''],
  ['nobody knows', Buffer.from('Видео'), 'text/html; charset=klingon'],
])('a page is read in the encoding that %s', (_who, bytes, contentType) => {
  expect(wordsOf(decodePage(bytes, contentType))).toBe('Видео');
});
