import { analyse } from 'chardet';
import { sampleForeignText } from './foreign-text.ts';
import { knownEncoding } from './known-encoding.ts';
import { plausibilityOf } from './plausible-words.ts';

/** What browsers take a text for if nothing else is certain. */
const fallback = 'windows-1252';

/** What a text can be although chardet, which needs long texts, does not say so. */
const candidates = new Map([
  [fallback, 6],
  ['windows-1251', 5],
  ['ibm866', 4],
  // Nothing else looks like it; it gets here if a few of its bytes are wrong.
  ['utf-8', 50],
]);

/** What chardet does not tell from the first, and whether it is more common. */
const relatives = new Map([
  ['iso-8859-2', { encoding: 'windows-1250', isMoreCommon: true }],
  ['iso-8859-6', { encoding: 'windows-1256', isMoreCommon: true }],
  ['iso-8859-7', { encoding: 'windows-1253', isMoreCommon: true }],
  ['iso-8859-8', { encoding: 'windows-1255', isMoreCommon: true }],
  ['koi8-r', { encoding: 'koi8-u', isMoreCommon: false }],
]);

/** What decides between two that fit alike. */
const edge = 0.1;

/** The encoding in which a text looks most like a language: by how often its letters follow each other, and by its words. */
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
