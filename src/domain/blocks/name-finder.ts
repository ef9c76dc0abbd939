import { foldText } from '#domain/terms/letters.ts';
import { createTermFinder, type FoundTerm } from '#domain/terms/term-finder.ts';

/** A name or alias of a blocked performer. */
export interface BlockedName {
  /** As it is written. */
  written: string;
  /** Whose it is. */
  name: string;
}

interface Kind {
  name: string;
  /** Whether its words are in the order of the name. */
  isInOrder: boolean;
}

/** Longer names have too many orders. */
const maxOrderedWords = 3;
/** Names of fewer letters are often other names when they are written as one word: Annabel is not Anna Bel. */
const shortestJoined = 10;

const ordersOf = (words: readonly string[]): string[][] =>
  words.length < 2
    ? [[...words]]
    : words.flatMap((word, at) => ordersOf(words.toSpliced(at, 1)).map((rest) => [word, ...rest]));

const termsOf = ({ written, name }: BlockedName) => {
  const words = foldText(written).split(' ');
  if (words.length < 2) return [];
  const inOrder = words.join(' ');
  const orders = words.length > maxOrderedWords ? [inOrder] : ordersOf(words).map((order) => order.join(' '));
  return orders.map((text) => ({ text, kind: { name, isInOrder: text === inOrder } }));
};

/** Whether words are apart, if only by a capital or something that nobody sees. */
const isApart = (text: string) =>
  /[^\p{L}\p{M}\p{N}]|\p{Default_Ignorable_Code_Point}|\p{Ll}\p{Lu}/u.test(text) ||
  foldText(text).length >= shortestJoined;

/**
 * Finds blocked performers by their names, in whatever letters they are written (decision 054). Names of one word are compared
 * with names only: as a word of a text they mean something else too often.
 */
export const createNameFinder = (blocked: readonly BlockedName[]) => {
  const ofOneWord = new Map(blocked.map(({ written, name }) => [foldText(written), name]));
  const terms = blocked.flatMap(termsOf);
  const finder = createTermFinder<Kind>(terms);

  const find = (text: string, isMeant: (found: FoundTerm<Kind>) => boolean): string | undefined => {
    if (terms.length === 0) return undefined;
    let name: string | undefined;
    finder.each(text, (found) => {
      if (isApart(text.slice(found.from, found.to)) && isMeant(found)) name = found.term.kind.name;
      return name !== undefined;
    });
    return name;
  };

  /** The blocked performer that the name of a performer means; the words may be in another order. */
  const findAsName = (text: string): string | undefined =>
    ofOneWord.get(foldText(text)) ??
    find(text, ({ from, to }) => foldText(text.slice(0, from) + text.slice(to)) === '');

  /** The blocked performer that a text names. A part of a longer name that the post has is somebody else. */
  const findInText = (text: string, otherNames: readonly string[]): string | undefined => {
    let others: { from: number; to: number }[] | undefined;
    const othersIn = () => {
      const spans: { from: number; to: number }[] = [];
      createTermFinder(otherNames.map((name) => ({ text: foldText(name), kind: 'other' }))).each(text, (found) => {
        spans.push(found);
        return false;
      });
      return spans;
    };
    return find(text, ({ term, from, to }) => {
      if (!term.kind.isInOrder) return false;
      others ??= othersIn();
      return !others.some((other) => other.from <= from && to <= other.to && to - from < other.to - other.from);
    });
  };

  return { isEmpty: blocked.length === 0, findAsName, findInText };
};

export type NameFinder = ReturnType<typeof createNameFinder>;
