import type pg from 'pg';
import pluralize from 'pluralize';
import { isTitleSearch, maxSearchLength, withoutTitlePrefix } from '#contract/values/lists.ts';
import { fold } from '#contract/values/text.ts';

const hasVariants = /[\p{Script=Arabic}\p{Script=Hebrew}\u0900-\u0dff]/u;

/** Short vowels and other signs that are rarely typed: Arabic harakat and tatweel, Hebrew points, the Indic nukta. */
const optionalSigns = /[\u064b-\u065f\u0670\u06d6-\u06ed\u0640\u0591-\u05c7\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc]/g;

/** Letters that are used interchangeably, by the letter that replaces them. */
const interchangeable: Record<string, string> = {
  ا: 'أإآٱ',
  ي: 'ىی',
  ه: 'ة',
  ك: 'ک',
  'ं': 'ँ',
  'ং': 'ঁ',
  'ં': 'ઁ',
};
const unifiedLetters = new Map(
  Object.entries(interchangeable).flatMap(([letter, others]) => [...others].map((other) => [other, letter] as const)),
);
const replacedLetters = new RegExp(`[${[...unifiedLetters.keys()].join('')}]`, 'g');

/** A nasal before another consonant, for which Hindi also uses a dot: हिन्दी, हिंदी. */
const halfNasal = /[ङञणनम]\u094d(?=[\u0915-\u0939])/g;

/** The Arabic article, which is written as part of the word. */
const article = /(?<!\p{L})ال(?=\p{L}{3})/gu;

/** Unifies common spelling variants. Vowel signs of Indic scripts stay, because they distinguish words. */
const unifySpelling = (folded: string): string =>
  hasVariants.test(folded)
    ? folded
        .replace(optionalSigns, '')
        .replace(replacedLetters, (letter) => unifiedLetters.get(letter) as string)
        .replace(halfNasal, 'ं')
        .replace(article, '')
    : folded;

const runs = /[\p{L}\p{N}\p{M}]+/gu;

/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Splits dictionary words such as 東京タワー, because people search for parts of them. */
const katakanaOrNot = /[\p{Script=Katakana}ー]+|[^\p{Script=Katakana}ー]+/gu;

const wordsOfRun = (run: string): string[] =>
  Array.from(segmenter.segment(run)).flatMap(({ segment }) => segment.match(katakanaOrNot) ?? []);

const maxWords = 200;

/** Splits text into words: runs of letters and digits or, in scripts without spaces, dictionary words. */
export const wordsOf = (text: string): string[] => {
  const words = unifySpelling(fold(text)).match(runs) ?? [];
  return unspaced.test(text) ? words.flatMap((run) => (unspaced.test(run) ? wordsOfRun(run) : [run])) : words;
};

/** A parsed search. A search without words, and without any to leave out, finds nothing. */
export interface Search {
  /** Distinct, because the index doesn't know how often a word occurs in a title. Includes those of phrases. */
  words: string[];
  /** Whether the last word may be unfinished. */
  isLastPrefix: boolean;
  titleOnly: boolean;
  /** Quoted words, which must follow each other in the title or be the whole name of a tag or performer. */
  phrases: string[][];
  /** Words (`-word`) and phrases (`-"two words"`) that a video must not have. */
  excluded: string[][];
  /** The text without `title:`, quotes and what is excluded, to compare with whole names. */
  text: string;
}

/** A quoted phrase, with or without a minus before it, or a word after a minus. A hyphen inside a word is no minus. */
const operators =
  /(?<![\p{L}\p{N}])(?<minus>(?<=^|\s)-)?["“”„«](?<phrase>[^"“”„«»]*)["“”»](?![\p{L}\p{N}])|(?<=^|\s)-(?<word>[\p{L}\p{N}]\S*)/gu;

/** Further phrases are searched for as single words. */
const maxPhrases = 8;
/** Further words and phrases are not excluded. */
const maxExcluded = 24;

type Parts = Pick<Search, 'phrases' | 'excluded' | 'text'> & { endsWithOperator: boolean };

const withoutOperators = (text: string): Parts => {
  const [phrases, excluded]: [string[][], string[][]] = [[], []];
  let end = 0;
  let remaining = '';
  for (const { 0: operator, index, groups = {} } of text.matchAll(operators)) {
    const { minus, phrase = '', word = phrase } = groups;
    const words = [...new Set(wordsOf(word))];
    const isExcluded = minus !== undefined || groups.word !== undefined;
    if (words.length > 0) (isExcluded ? excluded : phrases).push(words);
    remaining += `${text.slice(end, index)} ${isExcluded ? '' : phrase} `;
    end = index + operator.length;
  }
  return {
    phrases: phrases.slice(0, maxPhrases),
    excluded: excluded.slice(0, maxExcluded),
    text: (remaining + text.slice(end)).trim(),
    endsWithOperator: end > 0 && end === text.length,
  };
};

/** Undefined if there is no text. */
export const parseSearch = (typed: string): Search | undefined => {
  const cut = typed.slice(0, maxSearchLength).trim();
  const titleOnly = isTitleSearch(cut);
  const whole = withoutTitlePrefix(cut).trim();
  const { endsWithOperator, ...parts } = withoutOperators(whole);
  const all = wordsOf(parts.text);
  const words = [...new Set(all)].slice(0, maxWords);
  const isLastPrefix = !endsWithOperator && words.at(-1) === all.at(-1);
  return whole === '' ? undefined : { words, isLastPrefix, titleOnly, ...parts };
};

/** What is excluded, as it is typed. */
export const excludedText = (words: readonly string[]): string =>
  words.length > 1 ? `-"${words.join(' ')}"` : `-${words.join('')}`;

const lettersAndNumbers = /\p{N}+|[\p{L}\p{M}]+/gu;

const maxNumberParts = 4;

/** `super8` is `super 8`. Undefined for letters or digits alone. */
export const splitAtNumbers = (word: string): string[] | undefined => {
  const parts = word.match(lettersAndNumbers) ?? [];
  return parts.length > 1 && parts.length <= maxNumberParts ? parts : undefined;
};

const english = /^[a-z]{3,}$/;

/** Possible singulars and plurals of an English word. Also adds a plain `s`, for new words that look irregular. */
export const otherForms = (word: string): string[] => {
  if (!english.test(word)) return [];
  const forms = [pluralize.singular(word), pluralize.plural(word), ...(word.endsWith('s') ? [] : [`${word}s`])];
  return [...new Set(forms)].filter((form) => form !== word);
};

/** A synonym in a search, and its possible replacements. */
interface SynonymMatch {
  /** How many words of the search it spans. */
  length: number;
  /** The other members of its group, split into words. */
  alternatives: string[][];
}

export interface Synonyms {
  /** The members that begin at a position in the folded words of a search, longest first. */
  synonymsOf: (words: readonly string[], at: number) => SynonymMatch[];
}

interface Member extends SynonymMatch {
  words: string[];
}

const startsAt = (words: readonly string[], at: number, member: readonly string[]) =>
  member.every((word, offset) => words[at + offset] === word);

/** Splits members into words and drops duplicates. */
const distinctMembers = (group: readonly string[]): string[][] => {
  const members = new Map(group.map((member) => [wordsOf(member).join(' '), wordsOf(member)]));
  return [...members.values()].filter((words) => words.length > 0);
};

export const createSynonyms = (groups: readonly (readonly string[])[]): Synonyms => {
  const byFirstWord = new Map<string, Member[]>();
  for (const members of groups.map(distinctMembers)) {
    if (members.length < 2) continue;
    for (const words of members) {
      const member = { words, length: words.length, alternatives: members.filter((other) => other !== words) };
      const first = words[0] as string;
      byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), member]);
    }
  }
  for (const members of byFirstWord.values()) members.sort((a, b) => b.length - a.length);
  return {
    synonymsOf: (words, at) =>
      (byFirstWord.get(words[at] ?? '') ?? [])
        .filter((member) => startsAt(words, at, member.words))
        .map(({ length, alternatives }) => ({ length, alternatives })),
  };
};

export const noSynonyms = createSynonyms([]);

/** Reads all groups in the client's open transaction. */
export const readSynonyms = async (client: pg.Client): Promise<Synonyms> => {
  const { rows } = await client.query<{ words: string[] }>('select words from synonyms order by id');
  return createSynonyms(rows.map(({ words }) => words));
};
