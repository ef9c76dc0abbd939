const hasVariants = /[\p{Script=Arabic}\p{Script=Hebrew}\u0900-\u0dff]/u;

/** Short vowels and other signs that are rarely typed: Arabic harakat and tatweel, Hebrew points, the Indic nukta. */
const optionalSigns = /[\u064b-\u065f\u0670\u06d6-\u06ed\u0640\u0591-\u05c7\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/g;

/** Letters that writers use for one another, by the one that stands for all. */
const interchangeable: Record<string, string> = {
  ا: 'أإآٱ',
  ي: 'ىی',
  ه: 'ة',
  ك: 'ک',
  'ं': 'ँ',
  'ং': 'ঁ',
  'ં': 'ઁ',
};
const sameLetter = new Map(
  Object.entries(interchangeable).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);
const others = new RegExp(`[${[...sameLetter.keys()].join('')}]`, 'g');

/** A nasal before another consonant, which Hindi also writes as a dot: हिन्दी, हिंदी. */
const halfNasal = /[ङञणनम]\u094d(?=[\u0915-\u0939])/g;

/** The Arabic article is part of the word in writing. */
const article = /(?<!\p{L})ال(?=\p{L}{3})/gu;

/** One spelling for words that are commonly written in several ways. The vowel signs of Indic scripts are letters: they stay. */
export const unifySpelling = (folded: string): string =>
  hasVariants.test(folded)
    ? folded
        .replace(optionalSigns, '')
        .replace(others, (letter) => sameLetter.get(letter) as string)
        .replace(halfNasal, 'ं')
        .replace(article, '')
    : folded;
