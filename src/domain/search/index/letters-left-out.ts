/** FNV-1a of a word without the letters at two places; -1 is no place. */
const hashWithout = (word: string, first: number, second: number): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++)
    if (at !== first && at !== second) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
};

/** Calls `visit` with a hash of the word, and of what is left of it without any one letter or, if `max` is 2, any two. */
export const eachHash = (word: string, max: 1 | 2, visit: (hash: number) => void): void => {
  visit(hashWithout(word, -1, -1));
  for (let first = 0; first < word.length; first++) {
    visit(hashWithout(word, first, -1));
    if (max === 2) for (let second = first + 1; second < word.length; second++) visit(hashWithout(word, first, second));
  }
};
