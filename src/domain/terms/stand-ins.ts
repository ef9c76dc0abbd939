import { gaps, Letters } from './letters.ts';

/** Digits and signs that people write for letters. */
const standIns: Record<string, string> = {
  '0': 'o',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '€': 'e',
  '£': 'l',
  '¢': 'c',
  '+': 't',
};
/** These stand for an i or an l. */
const ambiguous = '1!|¡';
/** At the end of a word these are punctuation. */
const onlyWithinWords = '!|¡+';

const codesOf = (signs: string) => new Set([...signs].map((sign) => sign.codePointAt(0) ?? 0));
const letterOf = new Map(Object.entries(standIns).map(([sign, letter]) => [sign.codePointAt(0), letter.charCodeAt(0)]));
const [ambiguousCodes, innerCodes] = [codesOf(ambiguous), codesOf(onlyWithinWords)];

/** Runs of letters, digits and signs without anything in between: where each begins, and whether digits may be letters in it. */
const chunksOf = ({ length, gaps: before, isLetter }: Letters) => {
  const starts: number[] = [];
  const mixed: boolean[] = [];
  let [hasLetter, hasOther] = [false, false];
  for (let n = 0; n <= length; n++) {
    if (n === length || (before[n] ?? 0) > gaps.turn || n === 0) {
      if (starts.length > 0) mixed.push(hasLetter && hasOther);
      if (n < length) starts.push(n);
      hasLetter = false;
      hasOther = false;
    }
    if (isLetter[n] === 1) hasLetter = true;
    else hasOther = true;
  }
  return { starts, mixed };
};

/** Digits and signs read as letters; undefined if there are none that could be. `either` is what 1 stands for. */
export const readStandIns = (letters: Letters, either: 'i' | 'l'): Letters | undefined => {
  if (!letters.isLetter.subarray(0, letters.length).includes(0)) return undefined;
  const { starts, mixed } = chunksOf(letters);
  const lengthOf = (chunk: number) => (starts[chunk + 1] ?? letters.length) - (starts[chunk] ?? letters.length);
  // A digit between single letters is one of them: p r 3 t 3 3 n.
  const isBetweenSingles = (chunk: number) =>
    lengthOf(chunk) === 1 &&
    letters.isLetter[starts[chunk] ?? 0] === 0 &&
    (lengthOf(chunk - 1) === 1 || lengthOf(chunk + 1) === 1);
  const converts = mixed.map((isMixed, chunk) => isMixed || isBetweenSingles(chunk));
  if (!converts.includes(true)) return undefined;
  const read = new Letters(letters.length);
  let gap: number = gaps.none;
  for (const [chunk, from] of starts.entries()) {
    const to = starts[chunk + 1] ?? letters.length;
    for (let n = from; n < to; n++) {
      const code = letters.codes[n] ?? 0;
      gap = Math.max(gap, letters.gaps[n] ?? 0);
      let letter: number | undefined = code;
      if (letters.isLetter[n] === 0) {
        const isPunctuation = innerCodes.has(code) && (n === from || n === to - 1);
        const isDigit = code >= 48 && code <= 57;
        if (!converts[chunk] || isPunctuation) letter = isDigit ? code : undefined;
        else letter = ambiguousCodes.has(code) ? either.charCodeAt(0) : letterOf.get(code);
      }
      if (letter === undefined) gap = Math.max(gap, gaps.signs);
      else {
        read.push(letter, gap, letters.at[n] ?? 0, letters.isLetter[n] ?? 0);
        gap = gaps.none;
      }
    }
  }
  return read;
};

/** Whether a sign in it stands for either of two letters. */
export const isAmbiguous = ({ length, codes, isLetter }: Letters) => {
  for (let n = 0; n < length; n++) if (isLetter[n] === 0 && ambiguousCodes.has(codes[n] ?? 0)) return true;
  return false;
};
