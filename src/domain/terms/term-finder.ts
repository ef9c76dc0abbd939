import { gaps, Letters, readLetters, withoutSigns } from './letters.ts';

/** A word or phrase that texts are searched for. */
interface Term<Kind = unknown> {
  /** As it was written. */
  text: string;
  kind: Kind;
  /** A gap says where a blank or sign may be: between its own words. */
  letters: Letters;
  /** Whether it may begin, or end, within a word. */
  startsAnywhere: boolean;
  endsAnywhere: boolean;
}

/**
 * Reads a term. A star at an end stands for more letters: `*preteen*` is found within longer words. The words of a phrase may be
 * written apart, joined, or with signs in between. Undefined if there is no letter in it.
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

/** Words by their letters. */
interface Trie<Value> {
  next: Map<number, Trie<Value>>;
  values: Value[];
  /** Which ASCII letters it begins with: most letters of a text begin no word. */
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

/** Whether no word begins with a letter. */
const beginsNone = ({ begins }: Trie<unknown>, code: number) => code < ascii && begins[code] === 0;

/** Calls `found` for each word that the letters have from `from` on; it ends the walk by returning true. */
const walkTrie = <Value>(
  trie: Trie<Value>,
  { length, codes }: Letters,
  from: number,
  found: (value: Value, from: number, to: number) => boolean,
): boolean => {
  let node = trie;
  for (let n = from; n < length; n++) {
    const next = node.next.get(codes[n] ?? 0);
    if (!next) return false;
    for (const value of next.values) if (found(value, from, n + 1)) return true;
    node = next;
  }
  return false;
};

/** From this many on, a run is there for effect: preeeteen. */
const exaggerated = 3;

const isSame = ({ codes, gaps: before }: Letters, n: number) =>
  n > 0 && codes[n] === codes[n - 1] && (before[n] ?? 0) <= gaps.turn;

const hasExaggeratedRun = (letters: Letters) => {
  const { length, codes } = letters;
  let run = 1;
  for (let n = 1; n < length; n++) {
    run = codes[n] === codes[n - 1] && isSame(letters, n) ? run + 1 : 1;
    if (run === exaggerated) return true;
  }
  return false;
};

/** Letters of which each stands for a run of the same one: `runs` says how many. */
interface Squeezed {
  letters: Letters;
  runs: number[];
}

const joinRuns = (letters: Letters): Squeezed => {
  const joined = new Letters(letters.length);
  const runs: number[] = [];
  for (let n = 0; n < letters.length; n++)
    if (isSame(letters, n)) runs.push((runs.pop() ?? 0) + 1);
    else {
      joined.push(letters.codes[n] ?? 0, letters.gaps[n] ?? 0, letters.at[n] ?? 0, letters.isLetter[n] ?? 0);
      runs.push(1);
    }
  return { letters: joined, runs };
};

/** Joins repeated letters; undefined if no letter is repeated for effect. */
const squeeze = (letters: Letters): Squeezed | undefined =>
  hasExaggeratedRun(letters) ? joinRuns(letters) : undefined;

/** Whether a run of a text can be one of a term. */
const fitsRun = (run: number, ofTerm: number) => run === ofTerm || run >= exaggerated;

/** A term without repeated letters, with the runs that they were. */
interface SqueezedTerm<Kind> {
  term: Term<Kind>;
  squeezed: Term<Kind>;
  runs: number[];
}

const squeezeTerm = <Kind>(term: Term<Kind>): SqueezedTerm<Kind> => {
  const { letters, runs } = joinRuns(term.letters);
  return { term, squeezed: { ...term, letters }, runs };
};

/** Shorter terms are found in one piece only: initials are too often the same. */
const shortestSplit = 4;
/** Shorter terms are found split only if every letter stands alone: r.a.p.e, but not rap-e. */
const shortestSplitByWords = 5;

const s = 's'.charCodeAt(0);

const isEnd = ({ length, gaps: before }: Letters, n: number) => n >= length || before[n] !== gaps.none;

/** A plural is the same word. */
const endsWord = (letters: Letters, to: number) =>
  isEnd(letters, to) || (letters.codes[to] === s && isEnd(letters, to + 1));

/** Whether what separates the letters is what people do to hide a term, and not where two other words meet. */
const fitsPieces = ({ letters: own }: Term, { gaps: before }: Letters, from: number, to: number) => {
  let [pieces, singles, start, hasUnexpected, hasBlank] = [1, 0, from, false, false];
  for (let n = from + 1; n < to; n++) {
    const gap = before[n] ?? 0;
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
  if (own.length < shortestSplit) return false;
  if (own.length < shortestSplitByWords) return singles === pieces;
  return !hasBlank || (pieces > 2 && singles >= pieces - 1);
};

const isWhole = ({ gaps: before }: Letters, from: number, to: number) => {
  for (let n = from + 1; n < to; n++) if ((before[n] ?? 0) >= gaps.signs) return false;
  return true;
};

/** At least half must be letters: a number is no word, whatever its digits look like. */
const hasEnoughLetters = ({ letters }: Term, { isLetter }: Letters, from: number, to: number) => {
  let others = 0;
  for (let n = from; n < to; n++) if (isLetter[n] === 0 && letters.isLetter[n - from] === 1) others += 1;
  return others * 2 <= to - from;
};

/** Whether a term whose letters were found is there as a word. What begins or ends within a word must be in one piece. */
const fits = (term: Term, letters: Letters, from: number, to: number): boolean => {
  const [starts, ends] = [letters.gaps[from] !== gaps.none, endsWord(letters, to)];
  if ((!starts && !term.startsAnywhere) || (!ends && !term.endsAnywhere)) return false;
  if (!hasEnoughLetters(term, letters, from, to)) return false;
  return starts && ends ? fitsPieces(term, letters, from, to) : isWhole(letters, from, to);
};

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
const readStandIns = (letters: Letters, either: 'i' | 'l'): Letters | undefined => {
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
const isAmbiguous = ({ length, codes, isLetter }: Letters) => {
  for (let n = 0; n < length; n++) if (isLetter[n] === 0 && ambiguousCodes.has(codes[n] ?? 0)) return true;
  return false;
};

/** A term in a text, and where. */
export interface FoundTerm<Kind> {
  term: Term<Kind>;
  /** In UTF-16 units of the text. */
  from: number;
  to: number;
}

interface Tries<Value> {
  /** Terms that begin where a word does. */
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
  found: (value: Value, from: number, to: number) => boolean,
): boolean => {
  const { length, codes, gaps: before } = letters;
  for (let from = 0; from < length; from++) {
    const code = codes[from] ?? 0;
    if (before[from] !== gaps.none && !beginsNone(words, code) && walkTrie(words, letters, from, found)) return true;
    if (!beginsNone(parts, code) && walkTrie(parts, letters, from, found)) return true;
  }
  return false;
};

/**
 * Finds terms in texts, however they are written. A text is read at most four times: as it is, with digits and signs as letters
 * (1 is an i or an l), and with repeated letters joined. Each is linear in the length of the text: a walk from one letter is no
 * longer than the longest term.
 */
export const createTermFinder = <Kind>(texts: Iterable<{ text: string; kind: Kind }>) => {
  const terms = [...texts].flatMap(({ text, kind }) => readTerm(text, kind) ?? []);
  const exact = triesOf(terms, (term) => term);
  // Few texts need them.
  let squeezed: Tries<SqueezedTerm<Kind>> | undefined;
  const squeezedTries = () => {
    squeezed ??= triesOf(terms.map(squeezeTerm), (each) => each.squeezed);
    return squeezed;
  };

  /** `visit` returns true to end the search. */
  const each = (text: string, visit: (found: FoundTerm<Kind>) => boolean): boolean => {
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

  return { each };
};

export type TermFinder<Kind> = ReturnType<typeof createTermFinder<Kind>>;
