import { blank, foldCodePoint, sign, unseen } from './fold-code-point.ts';
import { gaps, Letters } from './letters.ts';

/** Signs that people write for letters. */
const letterSigns = new Set([...'@$!|€£¢¡+'].map((sign) => sign.codePointAt(0)));

const isUpper = (code: number) => code >= 65 && code <= 90;
const isLower = (code: number) => code >= 97 && code <= 122;
const isDigit = (code: number) => code >= 48 && code <= 57;

/** Every character of these scripts is a word: texts have no spaces between words. */
const wordless = /[\p{Script=Han}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const katakana = /[\p{Script=Katakana}\u30fc]/u;
/** All letters below are of scripts with spaces. */
const firstWordless = 0xe00;

const scriptOf = (code: number): 'wordless' | 'katakana' | 'other' => {
  if (code < firstWordless) return 'other';
  const letter = String.fromCodePoint(code);
  if (katakana.test(letter)) return 'katakana';
  return wordless.test(letter) ? 'wordless' : 'other';
};

const changesScript = (previous: number, code: number) => {
  if (previous < firstWordless && code < firstWordless) return false;
  const [one, other] = [scriptOf(previous), scriptOf(code)];
  return one === 'wordless' || other === 'wordless' || one !== other;
};

/** Whether a new word begins although nothing is in between. */
const turns = (text: string, end: number, previous: number, code: number, before: number, codePoint: number) =>
  isDigit(previous) !== isDigit(code) ||
  (isUpper(codePoint) && isLower(before) && isLower(text.charCodeAt(end))) ||
  changesScript(previous, code);

/** Reads a text once. Signs that may stand for letters are among the letters, with `isLetter` 0. */
export const readLetters = (text: string): Letters => {
  const letters = new Letters(text.length);
  let gap: number = gaps.blank;
  let previous = 0;
  let before = 0;
  const push = (code: number, codePoint: number, at: number, end: number) => {
    if (gap === gaps.none && previous !== 0 && turns(text, end, previous, code, before, codePoint)) gap = gaps.turn;
    letters.push(code, gap, at, isDigit(code) ? 0 : 1);
    gap = gaps.none;
    previous = code;
    before = codePoint;
  };
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) ?? 0;
    const end = at + (codePoint > 0xffff ? 2 : 1);
    const folded = foldCodePoint(codePoint);
    if (typeof folded !== 'number') for (const code of folded) push(code, codePoint, at, end);
    else if (folded >= 0) push(folded, codePoint, at, end);
    else if (folded === blank) gap = gaps.blank;
    else if (folded === sign && letterSigns.has(codePoint)) {
      letters.push(codePoint, gap, at, 0);
      gap = gaps.none;
      previous = 0;
    } else if (folded !== unseen && gap < gaps.signs) gap = gaps.signs;
    at = end;
  }
  return letters;
};

const isSign = (letters: Letters, n: number) => letters.isLetter[n] === 0 && !isDigit(letters.codes[n] ?? 0);

/** Signs separate words, and digits are digits. */
export const withoutSigns = (letters: Letters): Letters => {
  let n = 0;
  while (n < letters.length && !isSign(letters, n)) n += 1;
  if (n === letters.length) return letters;
  const plain = new Letters(letters.length);
  let gap: number = gaps.none;
  for (n = 0; n < letters.length; n++) {
    gap = Math.max(gap, letters.gaps[n] ?? 0);
    if (isSign(letters, n)) gap = Math.max(gap, gaps.signs);
    else {
      plain.push(letters.codes[n] ?? 0, gap, letters.at[n] ?? 0, letters.isLetter[n] ?? 0);
      gap = gaps.none;
    }
  }
  return plain;
};

/** The folded text: its words with one space between them. */
export const foldText = (text: string): string => {
  const { length, codes, gaps: before } = withoutSigns(readLetters(text));
  let folded = '';
  for (let n = 0; n < length; n++) {
    if (n > 0 && (before[n] ?? 0) >= gaps.signs) folded += ' ';
    folded += String.fromCodePoint(codes[n] ?? 0);
  }
  return folded;
};
