/** Where the words of a text begin, by their first letters. */
export interface WordStarts {
  /** Calls `visit` with each place where a word begins like this, in order. Others may begin with the text's first letters. */
  each: (text: string, visit: (place: number) => void) => void;
}

const maxLetters = 3;
const buckets = 2 ** 13;

const bucketOf = (text: string, place: number, letters: number): number => {
  let hash = 0;
  for (let at = place; at < place + letters; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x9e3779b1);
  return (hash ^ (hash >>> 15)) & (buckets - 1);
};

/** For each bucket its first place, and for each place the next one: chains in arrays are made in a millisecond. */
const chainsOf = (text: string, places: Uint32Array, letters: number) => {
  const first = new Int32Array(buckets).fill(-1);
  const next = new Int32Array(places.length);
  for (let at = places.length - 1; at >= 0; at--) {
    const bucket = bucketOf(text, places[at] as number, letters);
    next[at] = first[bucket] as number;
    first[bucket] = at;
  }
  return { first, next };
};

export const wordStartsOf = (text: string, places: Uint32Array): WordStarts => {
  const byLetters = Array.from({ length: maxLetters }, (_, at) => chainsOf(text, places, at + 1));
  return {
    each: (wanted, visit) => {
      const letters = Math.min(wanted.length, maxLetters);
      const chains = byLetters[letters - 1];
      if (!chains) return;
      for (let at = chains.first[bucketOf(wanted, 0, letters)] as number; at >= 0; at = chains.next[at] as number) {
        const place = places[at] as number;
        if (text.startsWith(wanted, place)) visit(place);
      }
    },
  };
};
