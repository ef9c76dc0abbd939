import { between, pick, type Random, shuffled } from '#domain/demo/random.ts';

/** The video that a visitor searches for. */
export interface KnownVideo {
  id: string;
  title: string;
  performers: string[];
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Removes, inserts, replaces or swaps a letter. */
export const misspell = (random: Random, word: string): string => {
  const at = between(random, 0, word.length - 1);
  const [before, letter, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)];
  const wrong = pick(
    random,
    [...letters].filter((other) => other !== letter),
  );
  const misspelt = pick(random, [
    before + after,
    before + wrong + letter + after,
    before + wrong + after,
    before + after.slice(0, 1) + letter + after.slice(1),
  ]);
  return misspelt === word ? before + wrong + after : misspelt;
};

/** Shorter words are not corrected, and people seldom misspell them. */
const minLetters = 4;

const misspellSome = (random: Random, words: string[], count: number): string | undefined => {
  const places = words.flatMap((word, at) => (word.length >= minLetters ? [at] : []));
  if (places.length < count) return undefined;
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(pick(random, places));
  return words.map((word, at) => (chosen.has(at) ? misspell(random, word) : word)).join(' ');
};

export type SearchKind = keyof typeof searchKinds;

/** Ways in which visitors type a title that they know. Undefined if not possible for a video. */
export const searchKinds = {
  'exact title': (_random: Random, { title }: KnownVideo): string | undefined => title,
  'one typing error': (random: Random, { title }: KnownVideo) => misspellSome(random, title.split(' '), 1),
  'two misspelt words': (random: Random, { title }: KnownVideo) => misspellSome(random, title.split(' '), 2),
  'words in another order': (random: Random, { title }: KnownVideo): string | undefined =>
    shuffled(random, title.split(' ')).join(' '),
  'a misspelt performer with a title word': (random: Random, { title, performers: [performer] }: KnownVideo) => {
    const name = performer === undefined ? undefined : misspellSome(random, performer.split('-'), 1);
    const words = title.split(' ').filter((word) => word.length >= minLetters);
    return name && words.length > 0 ? `${name} ${pick(random, words)}` : undefined;
  },
  'first two words joined': (_random: Random, { title }: KnownVideo): string | undefined => title.replace(' ', ''),
};
