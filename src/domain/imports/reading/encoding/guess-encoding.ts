import { analyse } from 'chardet';
import { knownEncoding } from './to-utf8.ts';

const sampleBytes = 32 * 1024;
const maxCellBytes = 1024;

const pipe = 0x7c;

/** Tabs, line breaks, quotes, commas, semicolons and angle brackets, which are never the second byte of a character. */
const isEnd = (byte: number) =>
  (byte < 0x20 && byte !== 0x1b) || byte === 0x22 || byte === 0x2c || byte === 0x3b || byte === 0x3c || byte === 0x3e;

/** A pipe may be the second byte of a character, if it's between non-ASCII bytes. */
const isPipe = (bytes: Buffer, at: number) =>
  bytes[at] === pipe && ((bytes[at - 1] ?? 0) < 0x80 || (bytes[at + 1] ?? 0) < 0x80);

/** Extracts cells with non-ASCII letters. Otherwise, links and numbers would drown them out. */
const sampleForeignText = (head: Buffer): Buffer => {
  const cells: Buffer[] = [];
  let [start, length, isForeign] = [0, 0, false];
  for (let at = 0; at <= head.length && length < sampleBytes; at++) {
    const byte = head[at];
    if (byte !== undefined && !isEnd(byte) && !isPipe(head, at)) {
      if (byte >= 0x80) isForeign = true;
      continue;
    }
    if (isForeign) {
      const cell = head.subarray(start, Math.min(at, start + maxCellBytes));
      cells.push(cell, Buffer.from('\n'));
      length += cell.length + 1;
    }
    [start, isForeign] = [at + 1, false];
  }
  return Buffer.concat(cells);
};

/** Word separators: ASCII other than letters, and the spaces, quotes and dashes of other scripts. */
const between =
  /[\s!-@[-`{-~«»¡¿·°\u2010-\u2015\u2018-\u201f\u2026\u2116\u3001-\u3004\u3008-\u3020\uff01-\uff20\uff3b-\uff40\uff5b-\uff60]+/u;

/** Words have capitals first, everywhere or nowhere. Words in Latin script contain at least one ASCII letter. */
const latin = /^(?=.*[A-Za-z]|.$)(?=\p{Script=Latin}+$)(\p{Lu}?\p{Ll}+|\p{Lu}+)$/u;
const cyrillic = /^(?=\p{Script=Cyrillic}+$)(\p{Lu}?\p{Ll}+|\p{Lu}+)$/u;
const greek = /^(?=\p{Script=Greek}+$)(\p{Lu}?\p{Ll}+|\p{Lu}+)$/u;
const withoutCase = /^([\p{Script=Hebrew}\p{M}]+|[\p{Script=Arabic}\p{M}]+|[\p{Script=Thai}\p{M}]+)$/u;
/** May contain Latin names without spaces. Excludes half-width letters, which usually come from the wrong encoding. */
const eastAsian =
  /^(?!.*[\uff61-\uff9f])([A-Za-z\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー・]+|[A-Za-z\p{Script=Hangul}]+)$/u;
const words = [latin, cyrillic, greek, withoutCase, eastAsian];

const ascii = /^[A-Za-z]*$/;

/** The share of non-ASCII words that look like words of a single script, from 0 to 1. */
const plausibilityOf = (text: string): number => {
  const foreign = text.split(between).filter((word) => !ascii.test(word));
  const plausible = foreign.filter((word) => words.some((pattern) => pattern.test(word)));
  return foreign.length === 0 ? 0 : plausible.length / foreign.length;
};

/** The default of browsers. */
const fallback = 'windows-1252';

/** Encodings to consider even if chardet, which needs long texts, doesn't suggest them; with their confidence. */
const candidates = new Map([
  [fallback, 6],
  ['windows-1251', 5],
  ['ibm866', 4],
  // Unmistakable. Only considered here if the text has a few invalid bytes.
  ['utf-8', 50],
]);

/** Encodings that chardet doesn't distinguish from the key. */
const relatives = new Map([
  ['iso-8859-2', { encoding: 'windows-1250', isMoreCommon: true }],
  ['iso-8859-6', { encoding: 'windows-1256', isMoreCommon: true }],
  ['iso-8859-7', { encoding: 'windows-1253', isMoreCommon: true }],
  ['iso-8859-8', { encoding: 'windows-1255', isMoreCommon: true }],
  ['koi8-r', { encoding: 'koi8-u', isMoreCommon: false }],
]);

/** Breaks ties between similar encodings. */
const edge = 0.1;

/**
 * Guesses the encoding in which the text looks most like a language, by letter frequencies (chardet) and plausible
 * words.
 */
export const guessEncoding = (head: Buffer): string => {
  const sample = sampleForeignText(head);
  const confidences = new Map(candidates);
  const suggest = (encoding: string, confidence: number) =>
    confidences.set(encoding, Math.max(confidence, confidences.get(encoding) ?? 0));
  for (const { name, confidence } of analyse(sample)) {
    const encoding = knownEncoding(name);
    if (!encoding || encoding.startsWith('utf-')) continue;
    const relative = relatives.get(encoding);
    if (relative) suggest(relative.encoding, confidence + (relative.isMoreCommon ? edge : -edge));
    suggest(encoding, encoding === fallback ? confidence + 2 * edge : confidence);
  }
  let best = { encoding: fallback, score: 0 };
  for (const [encoding, confidence] of confidences) {
    const score = confidence * plausibilityOf(new TextDecoder(encoding).decode(sample)) ** 2;
    if (score > best.score) best = { encoding, score };
  }
  return best.encoding;
};
