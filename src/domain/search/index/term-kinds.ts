import type { Term, Terms } from './terms.ts';

const codes: Record<Term['kind'], number> = {
  word: 0,
  tag: 1,
  performer: 2,
  category: 3,
  duration: 4,
  titleLength: 5,
  trait: 6,
};

export const kindCode = (kind: Term['kind']): number => codes[kind];

interface KnownKinds {
  kinds: Uint8Array;
  known: number;
}

const kindsByTerms = new WeakMap<Terms, KnownKinds>();

/** The code of each term's kind by its id: reading the terms themselves would wait for memory at each of them. */
export const termKinds = (terms: Terms): Uint8Array => {
  const { all } = terms;
  let { kinds, known } = kindsByTerms.get(terms) ?? { kinds: new Uint8Array(0), known: 0 };
  if (known === all.length) return kinds;
  if (kinds.length < all.length) {
    const larger = new Uint8Array(Math.ceil(all.length * 1.15));
    larger.set(kinds);
    kinds = larger;
  }
  // Terms are only ever added, and keep their kind.
  for (; known < all.length; known++) kinds[known] = codes[(all[known] as Term).kind];
  kindsByTerms.set(terms, { kinds, known });
  return kinds;
};
