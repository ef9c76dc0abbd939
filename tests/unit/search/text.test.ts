import { expect, test } from 'vitest';
import { parseSearch, wordsOf } from '#domain/search/index/words.ts';

test('words ignore case, accents and compatibility forms, in any script', () => {
  expect(wordsOf('Ünïcode CAFÉ ﬁne ½-Day')).toEqual(['unicode', 'cafe', 'fine', '1', '2', 'day']);
  expect(wordsOf('Привет, мир! 東京 42')).toEqual(['привет', 'мир', '東京', '42']);
  expect(wordsOf('\u05e9\u05dc\u05d5\u05dd \u202e\u05e2\u05d5\u05dc\u05dd')).toEqual(['שלום', 'עולם']);
  expect(wordsOf('Straße हिन्दी น้ำ')).toEqual(['strasse', 'हिंदी', 'น้ำ']);
  expect(wordsOf('% _ \\ \' " 🙂 \0')).toEqual([]);
});

test('scripts without spaces are split into the words of a dictionary', () => {
  expect(wordsOf('夜行列車の旅')).toEqual(['夜行', '列車', 'の', '旅']);
  expect(wordsOf('東京タワーの夜景')).toEqual(['東京', 'タワー', 'の', '夜景']);
  expect(wordsOf('รถไฟกลางคืน')).toEqual(['รถไฟ', 'กลาง', 'คืน']);
  expect(wordsOf('ｶﾌｪ ﾃﾗｽ 2号室')).toEqual(['カフェ', 'テラス', '2', '号室']);
});

test('signs and letters that writers leave out or exchange make no difference', () => {
  expect(wordsOf('أَحْمَد إسلام القهوة')).toEqual(wordsOf('احمد اسلام القهوه'));
  expect(wordsOf('שָׁלוֹם')).toEqual(wordsOf('שלום'));
  expect(wordsOf('ज़मीन चाँद')).toEqual(wordsOf('जमीन चांद'));
  expect(wordsOf('मुम्बई हिन्दी')).toEqual(wordsOf('मुंबई हिंदी'));
  expect(wordsOf('المدينة القديمة')).toEqual(wordsOf('مدينة قديمة'));
  expect(wordsOf('दिन')).not.toEqual(wordsOf('दीन'));
});

test('a word typed twice counts once, and the word typed last is unfinished unless it came before', () => {
  expect(parseSearch('step by step')).toMatchObject({ words: ['step', 'by'], isLastPrefix: false });
  expect(parseSearch('step by')).toMatchObject({ words: ['step', 'by'], isLastPrefix: true });
});

test('no text is not a search, with or without the title prefix', () => {
  for (const text of ['', '   ', 'title:', 'TITLE: ']) expect(parseSearch(text)).toBeUndefined();
});

test('text without letters and digits is a search without words', () => {
  for (const text of ['🙂', '%', '"', 'title:\\']) expect(parseSearch(text)?.words).toEqual([]);
});

test('the title prefix is case-insensitive and counts only once, at the start', () => {
  expect(parseSearch(' Title: Big Sky')).toEqual({
    words: ['big', 'sky'],
    isLastPrefix: true,
    titleOnly: true,
    phrases: [],
    excluded: [],
    text: 'Big Sky',
  });
  expect(parseSearch('title:title: x')).toMatchObject({ words: ['title', 'x'], titleOnly: true });
  expect(parseSearch('sky title: x')).toMatchObject({ words: ['sky', 'title', 'x'], titleOnly: false });
});

test.each([
  ['boats -scarlet', { words: ['boats'], excluded: [['scarlet']], phrases: [], isLastPrefix: false, text: 'boats' }],
  ['-scarlet boats', { words: ['boats'], excluded: [['scarlet']], isLastPrefix: true }],
  ['"Paper boats" isl', { words: ['paper', 'boats', 'isl'], phrases: [['paper', 'boats']], isLastPrefix: true }],
  ['isla „Paper boats“', { words: ['isla', 'paper', 'boats'], phrases: [['paper', 'boats']], isLastPrefix: false }],
  ['title:-"paper boats" x', { words: ['x'], excluded: [['paper', 'boats']], titleOnly: true }],
  ['-part-two x', { words: ['x'], excluded: [['part', 'two']] }],
  ['rooftop-bar - 5" x', { words: ['rooftop', 'bar', '5', 'x'], excluded: [], phrases: [] }],
  ['"" x "🙂"', { words: ['x'], phrases: [] }],
  ['paper "boats', { words: ['paper', 'boats'], phrases: [], isLastPrefix: true }],
])('a minus excludes, and quotes are kept together: %s', (typed, parsed) => {
  expect(parseSearch(typed)).toMatchObject(parsed);
});

test('long text is cut to 2,000 characters and 200 words', () => {
  expect(parseSearch(Array.from({ length: 900 }, (_, n) => n).join(' '))?.words).toHaveLength(200);
  expect(parseSearch('a'.repeat(10_000))?.words[0]).toHaveLength(2_000);
});
