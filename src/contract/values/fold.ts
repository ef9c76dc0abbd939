const beyondAscii = /[^ -~]/;

/** Combining accents of Latin, Greek and Cyrillic. Vowel signs of other scripts are part of the word and stay. */
const accents = /[\u0300-\u036f]|[\u0483-\u0489]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;

/** Zero-width characters, bidi controls, variation selectors, Hangul fillers… */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** NFKD splits the Thai and Lao vowel AM in two and changes their order: such a word would look misspelt. */
const withoutVowelAm = /[^\u0e33\u0eb3]+/g;

/** Letters that Unicode does not decompose. */
const latinLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  ŋ: 'n',
};
const latin = new RegExp(`[${Object.keys(latinLetters).join('')}]`, 'g');

/** One form for all spellings of a text: ignores case, accents, compatibility forms and invisible characters. */
export const fold = (text: string): string =>
  beyondAscii.test(text)
    ? text
        .replace(withoutVowelAm, (part) => part.normalize('NFKD'))
        .toLowerCase()
        .replace(accents, '')
        .replace(invisible, '')
        .replace(latin, (letter) => latinLetters[letter] as string)
        // Syllables of Hangul and voiced kana, which NFKD has split.
        .normalize('NFC')
    : text.toLowerCase();
