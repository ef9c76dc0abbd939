const base = 0x01000193;

/** A polynomial hash: that of a word with letters left out follows from the hashes of its parts. */
const append = (hash: number, letter: number) => Math.imul(hash, base) + letter;

/** Spreads the differences over all bits: only some of them choose a bucket. */
const finish = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (mixed ^ (mixed >>> 13)) >>> 0;
};

/** Calls `visit` with a hash of the word, and of what is left of it without any one letter or, if `max` is 2, any two. */
export const eachHash = (word: string, max: 1 | 2, visit: (hash: number) => void): void => {
  const { length } = word;
  /** The hash of what follows each place, and the factor that moves a hash before it. */
  const [endings, factors] = [new Int32Array(length + 1), new Int32Array(length + 1)];
  factors[length] = 1;
  for (let at = length - 1; at >= 0; at--) {
    const factor = factors[at + 1] as number;
    endings[at] = (endings[at + 1] as number) + Math.imul(word.charCodeAt(at), factor);
    factors[at] = Math.imul(factor, base);
  }
  const withEnding = (hash: number, at: number) =>
    finish(Math.imul(hash, factors[at] as number) + (endings[at] as number));

  visit(finish(endings[0] as number));
  let start = 0;
  for (let first = 0; first < length; first++) {
    visit(withEnding(start, first + 1));
    if (max === 2) {
      let middle = start;
      for (let second = first + 1; second < length; second++) {
        visit(withEnding(middle, second + 1));
        middle = append(middle, word.charCodeAt(second));
      }
    }
    start = append(start, word.charCodeAt(first));
  }
};
