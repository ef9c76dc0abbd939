import { limits } from './fields.ts';

// Patterns have the u flag (ajv's default), so that \ud800-\udfff matches lone surrogates only. PostgreSQL can store
// neither those nor NUL.

/** Any character except control characters and lone surrogates. Allows line breaks and tabs. */
const plainCharacter = '[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f\\ud800-\\udfff]';

/** Like `plainCharacter`, but without line breaks and tabs. */
const lineCharacter = '[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]';

/**
 * For the classes of patterns with the u flag: control, format and unassigned characters, such as the zero-width space
 * and the bidi controls, and letters and signs without a glyph, such as the Hangul fillers and the empty Braille cell.
 */
export const invisibleCharacters = '\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800';

const hasVisible = `(?=[^]*[^\\s${invisibleCharacters}])`;

/** One line with at least one character that people see. */
export const nonBlankLinePattern = `^${hasVisible}${lineCharacter}*$`;

/** One line, possibly empty. */
export const lineOrBlankPattern = `^${lineCharacter}*$`;

export const plainTextPattern = `^${plainCharacter}*$`;

/** Plain text with at least one character that people see. */
export const nonBlankTextPattern = `^${hasVisible}${plainCharacter}*$`;

// Tabs and line breaks are control characters, but people see them as white space.
const invisibleRegExp = new RegExp(`(?![\\t\\n\\r])[${invisibleCharacters}]`, 'u');

export const hasInvisible = (text: string) => invisibleRegExp.test(text);

const visible = new RegExp(`^${hasVisible}`, 'u');

/** Whether a text has no visible character. */
export const isBlank = (text: string) => !visible.test(text);

/**
 * Characters that reverse text or hide in it: C1 controls, bidi controls, zero-width spaces, fillers and tags. Joiners
 * and variation selectors stay: Persian, Indic scripts, Mongolian and emoji need them.
 */
const hidden =
  /[\p{Default_Ignorable_Code_Point}\u0080-\u009f\ufff9-\ufffb](?<!\u200c|\u200d|[\ufe00-\ufe0f]|[\u180b-\u180d])/gu;

/** Fast path for the millions of texts of a feed: most are plain ASCII. */
const mayHide = /[^ -~\s]/;

export const withoutHidden = (text: string) => (mayHide.test(text) ? text.replace(hidden, '') : text);

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ascii = /^[\x20-\x7e]*$/;

/** Truncates to a number of graphemes, so that neither emoji nor letters with combining accents are split. */
export const firstGraphemes = (text: string, count: number) => {
  // Every grapheme has at least one code unit, and in plain ASCII exactly one.
  if (text.length <= count) return text;
  if (ascii.test(text)) return text.slice(0, count);
  let remaining = count;
  for (const { index } of segmenter.segment(text)) {
    if (remaining === 0) return text.slice(0, index);
    remaining -= 1;
  }
  return text;
};

const beyondAscii = /[^ -~]/;

/** Combining accents of Latin, Greek and Cyrillic. Vowel signs of other scripts belong to the word and stay. */
const accents = /[\u0300-\u036f]|[\u0483-\u0489]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;

/** Zero-width characters, bidi controls, variation selectors, Hangul fillers… */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

/** Excludes the Thai and Lao vowel AM, which NFKD splits and reorders: the word would look misspelt. */
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

/** Normalises a text for comparing: ignores case, accents, compatibility forms and invisible characters. */
export const fold = (text: string): string =>
  beyondAscii.test(text)
    ? text
        .replace(withoutVowelAm, (part) => part.normalize('NFKD'))
        .toLowerCase()
        .replace(accents, '')
        .replace(ignorable, '')
        .replace(latin, (letter) => latinLetters[letter] as string)
        // Recomposes Hangul syllables and voiced kana, which NFKD has split.
        .normalize('NFC')
    : text.toLowerCase();

const emailCharacter = `[^\\s@:<>"${invisibleCharacters}]`;

export const emailPattern = `^${emailCharacter}+@${emailCharacter}+\\.${emailCharacter}+$`;

const emailRegExp = new RegExp(emailPattern, 'u');

export const isEmail = (text: string) => text.length <= limits.email && emailRegExp.test(text);

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Leaves abbreviations such as URL alone. */
export const lowerFirst = (text: string): string =>
  text.replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());
