import { expect, test } from 'vitest';
import { parseSearch, wordsOf } from '#domain/search/index/text.ts';

test('words ignore case, accents and compatibility forms, in any script', () => {
  expect(wordsOf('Ünïcode CAFÉ ﬁne ½-Day')).toEqual(['unicode', 'cafe', 'fine', '1', '2', 'day']);
  expect(wordsOf('Привет, мир! 東京 42')).toEqual(['привет', 'мир', '東京', '42']);
  expect(wordsOf('\u05e9\u05dc\u05d5\u05dd \u202e\u05e2\u05d5\u05dc\u05dd')).toEqual(['שלום', 'עולם']);
  expect(wordsOf('Straße हिन्दी น้ำ')).toEqual(['strasse', 'हिन्दी', 'น้ำ']);
  expect(wordsOf('% _ \\ \' " 🙂 \0')).toEqual([]);
});

test('no text is not a search, with or without the title prefix', () => {
  for (const text of ['', '   ', 'title:', 'TITLE: ']) expect(parseSearch(text)).toBeUndefined();
});

test('text without letters and digits is a search without words', () => {
  for (const text of ['🙂', '%', '"', 'title:\\']) expect(parseSearch(text)?.words).toEqual([]);
});

test('the title prefix is case-insensitive and counts only once, at the start', () => {
  expect(parseSearch(' Title: Big Sky')).toEqual({ words: ['big', 'sky'], titleOnly: true, text: 'Big Sky' });
  expect(parseSearch('title:title: x')).toMatchObject({ words: ['title', 'x'], titleOnly: true });
  expect(parseSearch('sky title: x')).toMatchObject({ words: ['sky', 'title', 'x'], titleOnly: false });
});

test('long text is cut to 2,000 characters and 200 words', () => {
  expect(parseSearch('ab '.repeat(5_000))?.words).toHaveLength(200);
  expect(parseSearch('a'.repeat(10_000))?.words[0]).toHaveLength(2_000);
});
