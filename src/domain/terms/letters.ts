/** What separates a letter from the previous one. Terms begin and end at any gap other than `none`. */
export const gaps = {
  none: 0,
  /** A word boundary without a separator: a capital after a small letter, a digit next to a letter, or another script. */
  turn: 1,
  /** Signs without whitespace. */
  signs: 2,
  blank: 3,
} as const;

/**
 * The folded letters and digits of a text, each with the gap before it. Uses parallel typed arrays, because every text of an import is
 * read and objects would cost ten times as much.
 */
export class Letters {
  length = 0;
  codes: Uint32Array;
  gaps: Uint8Array;
  /** Positions in the text, in UTF-16 units. */
  at: Uint32Array;
  /** 0 for digits, and for signs that may stand for letters. */
  isLetter: Uint8Array;

  constructor(capacity: number) {
    this.codes = new Uint32Array(capacity);
    this.gaps = new Uint8Array(capacity);
    this.at = new Uint32Array(capacity);
    this.isLetter = new Uint8Array(capacity);
  }

  push(code: number, gap: number, at: number, isLetter: number) {
    const n = this.length;
    // One character can fold to several letters.
    if (n === this.codes.length) this.grow();
    this.codes[n] = code;
    this.gaps[n] = gap;
    this.at[n] = at;
    this.isLetter[n] = isLetter;
    this.length = n + 1;
  }

  private grow() {
    const larger = new Letters(this.codes.length * 2 + 16);
    larger.codes.set(this.codes);
    larger.gaps.set(this.gaps);
    larger.at.set(this.at);
    larger.isLetter.set(this.isLetter);
    Object.assign(this, { codes: larger.codes, gaps: larger.gaps, at: larger.at, isLetter: larger.isLetter });
  }
}

/**
 * Letters of other alphabets that look like a Latin letter, and Latin letters that NFKD doesn't decompose (see confusables.txt of
 * Unicode UTS 39). Lower case only, because texts are lowercased first.
 */
const lookAlikes: Record<string, string> = {
  a: 'аɑαᴀꭺⱥ⍺ᗅꓮ𐊠λ∂',
  b: 'вьᖯꮟʙꞵβᗷꓐɓƅ',
  c: 'сϲᴄⲥꮯꓚ𐐽ƈȼ',
  d: 'ԁᏧᑯꓒᴅꭰᗞꓓɗđð',
  e: 'еҽєεᴇꭼꓰ℮ɛəǝ',
  f: 'ꜰꬵꞙքϝᖴꓝƒғ',
  g: 'ɡցɢԍꮐᏻꓖɠǥ',
  h: 'һհнꮒᏂʜꮋᕼꓧħ',
  i: 'іιɩɪӏıꭵⲓ⍳',
  j: 'јϳᴊꭻꓙʝ',
  k: 'кκᴋꮶꓗƙқ',
  l: 'ʟꓡꮮᒪⳑłƚ',
  m: 'мᴍꮇᗰꓟϻμ',
  n: 'ոռηɴꓠпνŋɲ',
  o: 'оοσօᴏⲟꓳøθ',
  p: 'рρᴘꮲⲣᑭꓑþƥ',
  q: 'ԛգզ',
  r: 'гʀᴦⲅꭱꮢᖇꓣяɾɍ',
  s: 'ѕꜱꮪտꓢş',
  t: 'тτᴛꭲⲧꓔŧƭ',
  u: 'υսᴜʋꓴцᑌ',
  v: 'ѵᴠꮩꓦⴸ',
  w: 'ԝѡωաᴡꮃꓪшщ',
  x: 'хχⲭꓫᕁ',
  y: 'уүγʏꭹꓬყ',
  z: 'ᴢꮓꓜʐƶ',
};

const latinLetterOf = new Map(
  Object.entries(lookAlikes).flatMap(([latin, others]) => [...others].map((letter) => [letter, latin] as const)),
);

/** First code points of blocks with A to Z: negative circled and squared letters, and regional indicators. */
const alphabets = [0x1f150, 0x1f170, 0x1f1e6];

const enclosedLetterOf = (codePoint: number): string | undefined => {
  const start = alphabets.find((first) => codePoint >= first && codePoint < first + 26);
  return start === undefined ? undefined : String.fromCharCode(codePoint - start + 97);
};

/** Classes of characters that aren't letters or digits. */
const blank = -1;
const sign = -2;
const invisible = -3;
/** Not folded yet. */
const unknown = -4;

/** The code point or code points that a character folds to, or one of the classes above. */
type FoldedCodePoint = number | readonly number[];

/** Accents of Latin, Greek and Cyrillic, which are ignored. Vowel signs of other scripts are part of a word. */
const accent = /[\u0300-\u036f]|[\u0483-\u0489]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/u;
const isInvisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;
/** The empty Braille cell looks like a space. */
const isBlank = /[\s\u2800\p{Zs}\p{Cc}]/u;
const decimalDigit = /\p{Nd}/u;
const partOfWord = /[\p{L}\p{M}\p{N}]/u;

const spelledOut: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ӕ: 'ae', ꜳ: 'aa', ĳ: 'ij' };

/** In every script, the ten digits are consecutive code points, and the code point before zero isn't a digit. */
const digitOf = (character: string): string => {
  const codePoint = character.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (codePoint - zero < 9 && decimalDigit.test(String.fromCodePoint(zero - 1))) zero--;
  return String(codePoint - zero);
};

const foldLetter = (letter: string): string => {
  if (decimalDigit.test(letter)) return digitOf(letter);
  return spelledOut[letter] ?? latinLetterOf.get(letter) ?? letter;
};

const fold = (codePoint: number): FoldedCodePoint => {
  const character = String.fromCodePoint(codePoint);
  // First, because \s has the zero-width no-break space.
  if (isInvisible.test(character) || accent.test(character)) return invisible;
  if (isBlank.test(character)) return blank;
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

/** Memoized results by code point, up to the end of the planes with letters. */
const foldedToOne = new Int32Array(0x20000).fill(unknown);
/** Memoized results for characters that fold to several letters. */
const foldedToSeveral = new Map<number, readonly number[]>();

/** Ignores case, accents, width, style and script. Folds each character on its own, so that folding is linear for every text. */
const foldCodePoint = (codePoint: number): FoldedCodePoint => {
  const stored = foldedToOne[codePoint] ?? unknown;
  if (stored !== unknown) return stored;
  const letters = foldedToSeveral.get(codePoint);
  if (letters) return letters;
  const folded = fold(codePoint);
  if (typeof folded !== 'number') foldedToSeveral.set(codePoint, folded);
  else if (codePoint < foldedToOne.length) foldedToOne[codePoint] = folded;
  return folded;
};

/** Signs that people use as letters. */
const letterSigns = new Set([...'@$!|€£¢¡+'].map((sign) => sign.codePointAt(0)));

const isUpper = (code: number) => code >= 65 && code <= 90;
const isLower = (code: number) => code >= 97 && code <= 122;
const isDigit = (code: number) => code >= 48 && code <= 57;

/** Scripts without spaces between words. Each of their characters counts as a word. */
const unspaced = /[\p{Script=Han}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const katakana = /[\p{Script=Katakana}\u30fc]/u;
/** All code points below belong to scripts with spaces. */
const firstUnspaced = 0xe00;

const scriptOf = (code: number): 'unspaced' | 'katakana' | 'other' => {
  if (code < firstUnspaced) return 'other';
  const letter = String.fromCodePoint(code);
  if (katakana.test(letter)) return 'katakana';
  return unspaced.test(letter) ? 'unspaced' : 'other';
};

const changesScript = (previous: number, code: number) => {
  if (previous < firstUnspaced && code < firstUnspaced) return false;
  const [one, other] = [scriptOf(previous), scriptOf(code)];
  return one === 'unspaced' || other === 'unspaced' || one !== other;
};

/** True if a new word begins without a separator. */
const startsWordAt = (text: string, end: number, previous: number, code: number, before: number, codePoint: number) =>
  isDigit(previous) !== isDigit(code) ||
  (isUpper(codePoint) && isLower(before) && isLower(text.charCodeAt(end))) ||
  changesScript(previous, code);

/** Folds a text in one pass. Signs that may stand for letters are included, with `isLetter` 0. */
export const readLetters = (text: string): Letters => {
  const letters = new Letters(text.length);
  let gap: number = gaps.blank;
  let previous = 0;
  let before = 0;
  const push = (code: number, codePoint: number, at: number, end: number) => {
    if (gap === gaps.none && previous !== 0 && startsWordAt(text, end, previous, code, before, codePoint))
      gap = gaps.turn;
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
    } else if (folded !== invisible && gap < gaps.signs) gap = gaps.signs;
    at = end;
  }
  return letters;
};

/** A capital I after a small letter, unless it begins or continues capitals: zorbIat, but not HenryIV. */
const capitalI = /(?<=\p{Ll})I(?![\p{Lu}\p{N}])/gu;
const brackets = /(?<=\p{L})\(\)(?=\p{L})/gu;

/**
 * Reads a capital I within a word as an l, and "()" as an o. Only within words, where few other texts have them. Keeps the length, so that
 * positions are those of the text. Returns undefined if there is nothing to read.
 */
export const readDrawnLetters = (text: string): string | undefined => {
  if (!text.includes('I') && !text.includes('()')) return undefined;
  // A character without a width takes the place of the second bracket.
  const read = text.replace(capitalI, 'l').replace(brackets, 'o\u200b');
  return read === text ? undefined : read;
};

const isSign = (letters: Letters, n: number) => letters.isLetter[n] === 0 && !isDigit(letters.codes[n] ?? 0);

/** Removes signs, which then only separate words. */
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

/** The folded words of a text, separated by single spaces. */
export const foldText = (text: string): string => {
  const { length, codes, gaps: before } = withoutSigns(readLetters(text));
  let folded = '';
  for (let n = 0; n < length; n++) {
    if (n > 0 && (before[n] ?? 0) >= gaps.signs) folded += ' ';
    folded += String.fromCodePoint(codes[n] ?? 0);
  }
  return folded;
};
