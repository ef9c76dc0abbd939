import { gaps, Letters, readDrawnLetters, readLetters, withoutSigns } from './letters.ts';

/** A word or phrase to search for. */
interface Term<Kind = unknown> {
  /** The term as written, without "*". */
  text: string;
  kind: Kind;
  /** Gaps mark where a space or sign may be: between the words of the term. */
  letters: Letters;
  /** The term may begin, or end, within a word. */
  startsAnywhere: boolean;
  endsAnywhere: boolean;
}

/**
 * Parses a term. "*" at an end matches more letters: `*preteen*` is found within longer words. The words of a phrase may be separate,
 * joined, or separated by signs. Returns undefined if it has no letters.
 */
export const readTerm = <Kind>(text: string, kind: Kind): Term<Kind> | undefined => {
  const written = text.trim();
  const letters = withoutSigns(readLetters(written));
  if (letters.length === 0) return undefined;
  return {
    text: written.replace(/^\*|\*$/g, ''),
    kind,
    letters,
    startsAnywhere: written.startsWith('*'),
    endsAnywhere: written.endsWith('*'),
  };
};

interface Trie<Value> {
  next: Map<number, Trie<Value>>;
  values: Value[];
  /** 1 for ASCII characters that a word begins with. A fast check, because most letters of a text begin none. */
  begins: Uint8Array;
}

const ascii = 128;

const emptyTrie = <Value>(): Trie<Value> => ({ next: new Map(), values: [], begins: noLetters });
const noLetters = new Uint8Array(ascii);

const addToTrie = <Value>(trie: Trie<Value>, { length, codes }: Letters, value: Value) => {
  const first = codes[0] ?? 0;
  if (trie.begins === noLetters) trie.begins = new Uint8Array(ascii);
  if (first < ascii) trie.begins[first] = 1;
  let node = trie;
  for (let n = 0; n < length; n++) {
    const code = codes[n] ?? 0;
    let next = node.next.get(code);
    if (!next) {
      next = emptyTrie();
      node.next.set(code, next);
    }
    node = next;
  }
  node.values.push(value);
};

const beginsNone = ({ begins }: Trie<unknown>, code: number) => code < ascii && begins[code] === 0;

/** Calls `visit` for each word that starts at `from`. Stops when `visit` returns true. */
const walkTrie = <Value>(
  trie: Trie<Value>,
  { length, codes }: Letters,
  from: number,
  visit: (value: Value, from: number, to: number) => boolean,
): boolean => {
  let node = trie;
  for (let n = from; n < length; n++) {
    const next = node.next.get(codes[n] ?? 0);
    if (!next) return false;
    for (const value of next.values) if (visit(value, from, n + 1)) return true;
    node = next;
  }
  return false;
};

/** This many equal letters in a row are not spelling but exaggeration: preeeteen. */
const exaggerated = 3;

const repeatsPrevious = ({ codes, gaps: before }: Letters, n: number) =>
  n > 0 && codes[n] === codes[n - 1] && (before[n] ?? 0) <= gaps.turn;

const hasExaggeratedRun = (letters: Letters) => {
  let run = 1;
  for (let n = 1; n < letters.length; n++) {
    run = repeatsPrevious(letters, n) ? run + 1 : 1;
    if (run === exaggerated) return true;
  }
  return false;
};

/** Letters with each run of equal letters joined into one. `runs` has the original lengths. */
interface Squeezed {
  letters: Letters;
  runs: number[];
}

const joinRuns = (letters: Letters): Squeezed => {
  const joined = new Letters(letters.length);
  const runs: number[] = [];
  for (let n = 0; n < letters.length; n++)
    if (repeatsPrevious(letters, n)) runs.push((runs.pop() ?? 0) + 1);
    else {
      joined.push(letters.codes[n] ?? 0, letters.gaps[n] ?? 0, letters.at[n] ?? 0, letters.isLetter[n] ?? 0);
      runs.push(1);
    }
  return { letters: joined, runs };
};

/** Joins repeated letters. Returns undefined if there is no exaggerated run. */
const squeeze = (letters: Letters): Squeezed | undefined =>
  hasExaggeratedRun(letters) ? joinRuns(letters) : undefined;

/** A run in a text matches a run of a term if it has the same length or is exaggerated. */
const fitsRun = (run: number, ofTerm: number) => run === ofTerm || run >= exaggerated;

interface SqueezedTerm<Kind> {
  term: Term<Kind>;
  squeezed: Term<Kind>;
  runs: number[];
}

const squeezeTerm = <Kind>(term: Term<Kind>): SqueezedTerm<Kind> => {
  const { letters, runs } = joinRuns(term.letters);
  return { term, squeezed: { ...term, letters }, runs };
};

/** Shorter terms are only found in one piece, because initials are too often the same. */
const minSplitLength = 4;
/** Shorter terms are only found split if every letter is separate: r.a.p.e, but not rap-e. */
const minLengthSplitIntoParts = 5;

/**
 * A blank within a word of the term is a disguise if the term is long enough: two harmless words are often the same letters as a short
 * one (be heading, Ray Gold). In a phrase, the other words match as well, so it may be shorter.
 */
const minLengthWithBlank = { word: 9, phrase: 7 };
/** Terms this long are never two harmless words. They may have several blanks, unless these leave fewer letters between them. */
const minLengthOfAnySplit = 12;
const minPieceOfSeveral = 3;

/** Short words of English and related languages: one of them beside other letters is no sign of a disguise (gang rap Ed, min or girl). */
const shortWords = new Set(
  (
    'a d e i m n o s t u y ab ad al am an as at au be by da de di do dr du ed eh el em en ep er es et go ha he hi id if il im in is it ' +
    'ja je la le lo ma me mi mr ms mu my na ne no nu of oh ok on or os ou pa pi re sa se si so st su ta te to tu tv um un up us va vs we wo ya yo zu'
  ).split(' '),
);
const maxShortWord = 2;

const s = 's'.charCodeAt(0);

const isEnd = ({ length, gaps: before }: Letters, n: number) => n >= length || before[n] !== gaps.none;

/** Also true before a plural s at the end of the word. */
const endsWord = (letters: Letters, to: number) =>
  isEnd(letters, to) || (letters.codes[to] === s && isEnd(letters, to + 1));

const isShortWord = ({ codes }: Letters, from: number, to: number) =>
  to - from <= maxShortWord && shortWords.has(String.fromCodePoint(...codes.subarray(from, to)));

const isPhrase = ({ length, gaps: before }: Letters) => {
  for (let n = 1; n < length; n++) if ((before[n] ?? 0) >= gaps.signs) return true;
  return false;
};

const isBlankWithinWord = (own: Letters, { gaps: before }: Letters, from: number, n: number) =>
  before[n] === gaps.blank && (own.gaps[n - from] ?? 0) < gaps.signs;

/** True if what blanks within words of a term have made of them are not words themselves. */
const fitsBlanks = ({ letters: own }: Term, letters: Letters, from: number, to: number) => {
  let [blanks, start, shortest, leavesShortWord, isBeside] = [0, from, own.length, false, false];
  for (let n = from + 1; n <= to; n++) {
    if (n < to && (letters.gaps[n] ?? 0) < gaps.signs) continue;
    const isBlank = n < to && isBlankWithinWord(own, letters, from, n);
    if (isBlank || isBeside) {
      shortest = Math.min(shortest, n - start);
      leavesShortWord ||= isShortWord(letters, start, n);
    }
    // Digits are numbers of their own: "1 5 years old".
    if (isBlank && (own.isLetter[n - from] === 0 || own.isLetter[n - from - 1] === 0)) return false;
    if (isBlank) blanks += 1;
    [start, isBeside] = [n, isBlank];
  }
  if (own.length >= minLengthOfAnySplit) return blanks === 1 || shortest >= minPieceOfSeveral;
  return blanks === 1 && !leavesShortWord && own.length >= minLengthWithBlank[isPhrase(own) ? 'phrase' : 'word'];
};

/** True if the separators are of the kind that disguises a term, rather than the boundary between two other words. */
const fitsPieces = (term: Term, letters: Letters, from: number, to: number) => {
  const { letters: own } = term;
  let [pieces, singles, start, hasUnexpected, hasBlank] = [1, 0, from, false, false];
  for (let n = from + 1; n < to; n++) {
    const gap = letters.gaps[n] ?? 0;
    if (gap < gaps.signs) continue;
    if (n - start === 1) singles += 1;
    pieces += 1;
    start = n;
    if ((own.gaps[n - from] ?? 0) >= gaps.signs) continue;
    hasUnexpected = true;
    if (gap === gaps.blank) hasBlank = true;
  }
  if (!hasUnexpected) return true;
  if (to - start === 1) singles += 1;
  if (own.length < minSplitLength) return false;
  if (own.length < minLengthSplitIntoParts) return singles === pieces;
  if (!hasBlank || (pieces > 2 && singles >= pieces - 1)) return true;
  return fitsBlanks(term, letters, from, to);
};

const isWhole = ({ gaps: before }: Letters, from: number, to: number) => {
  for (let n = from + 1; n < to; n++) if ((before[n] ?? 0) >= gaps.signs) return false;
  return true;
};

/** At least half must be letters: a number isn't a word, even if its digits look like letters. */
const hasEnoughLetters = ({ letters }: Term, { isLetter }: Letters, from: number, to: number) => {
  let others = 0;
  for (let n = from; n < to; n++) if (isLetter[n] === 0 && letters.isLetter[n - from] === 1) others += 1;
  return others * 2 <= to - from;
};

/** Checks word boundaries after the letters of a term were found. If it begins or ends within a word, it must be in one piece. */
const fits = (term: Term, letters: Letters, from: number, to: number): boolean => {
  const [starts, ends] = [letters.gaps[from] !== gaps.none, endsWord(letters, to)];
  if ((!starts && !term.startsAnywhere) || (!ends && !term.endsAnywhere)) return false;
  if (!hasEnoughLetters(term, letters, from, to)) return false;
  return starts && ends ? fitsPieces(term, letters, from, to) : isWhole(letters, from, to);
};

/** Leetspeak: digits and signs that people use as letters. */
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
/** Used as an i or an l. */
const ambiguous = '1!|¡';
/** At the start or end of a word, these are punctuation. */
const onlyWithinWords = '!|¡+';

const codesOf = (signs: string) => new Set([...signs].map((sign) => sign.codePointAt(0) ?? 0));
const letterOf = new Map(Object.entries(standIns).map(([sign, letter]) => [sign.codePointAt(0), letter.charCodeAt(0)]));
const [ambiguousCodes, innerCodes] = [codesOf(ambiguous), codesOf(onlyWithinWords)];

/** Splits letters into chunks without separators. `mixed` is true for chunks of letters and digits or signs, which may be leetspeak. */
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

/** Reads digits and signs as letters. Returns undefined if none can be. `either` is the letter for ambiguous signs such as 1. */
const readStandIns = (letters: Letters, either: 'i' | 'l'): Letters | undefined => {
  if (!letters.isLetter.subarray(0, letters.length).includes(0)) return undefined;
  const { starts, mixed } = chunksOf(letters);
  const lengthOf = (chunk: number) => (starts[chunk + 1] ?? letters.length) - (starts[chunk] ?? letters.length);
  // A single digit next to single letters counts as a letter too: p r 3 t 3 3 n.
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

const isAmbiguous = ({ length, codes, isLetter }: Letters) => {
  for (let n = 0; n < length; n++) if (isLetter[n] === 0 && ambiguousCodes.has(codes[n] ?? 0)) return true;
  return false;
};

export interface FoundTerm<Kind> {
  term: Term<Kind>;
  /** Range in the text, in UTF-16 units. */
  from: number;
  to: number;
}

interface Tries<Value> {
  /** Terms that begin at a word boundary. */
  words: Trie<Value>;
  /** Terms that may begin anywhere. */
  parts: Trie<Value>;
}

const triesOf = <Value>(values: readonly Value[], termOf: (value: Value) => Term): Tries<Value> => {
  const tries: Tries<Value> = { words: emptyTrie(), parts: emptyTrie() };
  for (const value of values) {
    const { startsAnywhere, letters } = termOf(value);
    addToTrie(startsAnywhere ? tries.parts : tries.words, letters, value);
  }
  return tries;
};

const walk = <Value>(
  { words, parts }: Tries<Value>,
  letters: Letters,
  visit: (value: Value, from: number, to: number) => boolean,
): boolean => {
  const { length, codes, gaps: before } = letters;
  for (let from = 0; from < length; from++) {
    const code = codes[from] ?? 0;
    if (before[from] !== gaps.none && !beginsNone(words, code) && walkTrie(words, letters, from, visit)) return true;
    if (!beginsNone(parts, code) && walkTrie(parts, letters, from, visit)) return true;
  }
  return false;
};

/**
 * Finds terms in texts, also in disguise. A text is searched at most four times: as it is, with digits and signs as letters (1 as i and
 * as l), and with repeated letters joined; and as often again if it has letters that are drawn by others (zorbIat, z()rblat). Each search is linear in the length of the text, because a walk from one letter is never
 * longer than the longest term.
 */
export const createTermFinder = <Kind>(texts: Iterable<{ text: string; kind: Kind }>) => {
  const terms = [...texts].flatMap(({ text, kind }) => readTerm(text, kind) ?? []);
  const exact = triesOf(terms, (term) => term);
  // Created on first use: few texts need them.
  let squeezed: Tries<SqueezedTerm<Kind>> | undefined;
  const squeezedTries = () => {
    squeezed ??= triesOf(terms.map(squeezeTerm), (each) => each.squeezed);
    return squeezed;
  };

  const eachIn = (text: string, visit: (found: FoundTerm<Kind>) => boolean): boolean => {
    const visitAt = (term: Term<Kind>, letters: Letters, from: number, to: number) => {
      const last = letters.at[to - 1] ?? 0;
      const width = (text.codePointAt(last) ?? 0) > 0xffff ? 2 : 1;
      return visit({ term, from: letters.at[from] ?? 0, to: last + width });
    };
    const findIn = (letters: Letters) =>
      walk(exact, letters, (term, from, to) => fits(term, letters, from, to) && visitAt(term, letters, from, to));
    const findSqueezed = ({ letters, runs }: Squeezed) =>
      walk(squeezedTries(), letters, (found, from, to) => {
        if (!found.runs.every((run, n) => fitsRun(runs[from + n] ?? 1, run))) return false;
        return fits(found.squeezed, letters, from, to) && visitAt(found.term, letters, from, to);
      });
    const all = readLetters(text);
    const plain = withoutSigns(all);
    if (findIn(plain)) return true;
    const read = readStandIns(all, 'i');
    if (read && findIn(read)) return true;
    const readOtherwise = read && isAmbiguous(all) ? readStandIns(all, 'l') : undefined;
    if (readOtherwise && findIn(readOtherwise)) return true;
    const joined = squeeze(read ?? plain);
    return joined !== undefined && findSqueezed(joined);
  };

  /** Calls `visit` for each match. Stops when it returns true. */
  const each = (text: string, visit: (found: FoundTerm<Kind>) => boolean): boolean => {
    if (eachIn(text, visit)) return true;
    const read = readDrawnLetters(text);
    return read !== undefined && eachIn(read, visit);
  };

  return { each };
};

export type TermFinder<Kind> = ReturnType<typeof createTermFinder<Kind>>;
