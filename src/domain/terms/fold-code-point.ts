import { enclosedLetterOf, latinLetterOf } from './look-alike-letters.ts';

/** A character between words. */
export const blank = -1;
export const sign = -2;
/** One that nobody sees. */
export const unseen = -3;
const unknown = -4;

/** The letters or digits that a character stands for, as a code point or several, or one of the above. */
export type FoldedCodePoint = number | readonly number[];

/** Accents of Latin, Greek and Cyrillic; vowel signs of other scripts are part of a word. */
const accent = /[\u0300-\u036f]|[\u0483-\u0489]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/u;
const isUnseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;
/** The empty Braille cell looks like a space. */
const isBlank = /[\s\u2800\p{Zs}\p{Cc}]/u;
const isDigit = /\p{Nd}/u;
const partOfWord = /[\p{L}\p{M}\p{N}]/u;

const spelledOut: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ӕ: 'ae', ꜳ: 'aa', ĳ: 'ij' };

/** Every script has its ten digits in a row of ten code points, and the one before a zero is no digit. */
const digitOf = (character: string): string => {
  const codePoint = character.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (codePoint - zero < 9 && isDigit.test(String.fromCodePoint(zero - 1))) zero--;
  return String(codePoint - zero);
};

const foldLetter = (letter: string): string => {
  if (isDigit.test(letter)) return digitOf(letter);
  return spelledOut[letter] ?? latinLetterOf.get(letter) ?? letter;
};

const fold = (codePoint: number): FoldedCodePoint => {
  const character = String.fromCodePoint(codePoint);
  if (isBlank.test(character)) return blank;
  if (isUnseen.test(character) || accent.test(character)) return unseen;
  const enclosed = enclosedLetterOf(codePoint);
  if (enclosed !== undefined) return enclosed.charCodeAt(0);
  const letters = [...character.toLowerCase().normalize('NFKD').toLowerCase()]
    .filter((letter) => !accent.test(letter))
    .map(foldLetter)
    .join('');
  const folded = Array.from(letters).filter((letter) => partOfWord.test(letter));
  if (folded.length === 0) return sign;
  const codes = folded.map((letter) => letter.codePointAt(0) ?? 0);
  return codes.length === 1 ? (codes[0] ?? sign) : codes;
};

/** By code point, up to the end of the planes with letters; filled as characters occur. */
const known = new Int32Array(0x20000).fill(unknown);
/** Characters that stand for several letters. */
const several = new Map<number, readonly number[]>();

/** Ignores case, accents, width, style and script; each character by itself, so that folding is linear for every text. */
export const foldCodePoint = (codePoint: number): FoldedCodePoint => {
  const stored = known[codePoint] ?? unknown;
  if (stored !== unknown) return stored;
  const letters = several.get(codePoint);
  if (letters) return letters;
  const folded = fold(codePoint);
  if (typeof folded !== 'number') several.set(codePoint, folded);
  else if (codePoint < known.length) known[codePoint] = folded;
  return folded;
};
