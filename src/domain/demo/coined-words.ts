const syllables = 'l m r v s t d b n'
  .split(' ')
  .flatMap((onset) => ['a', 'e', 'o', 'ia', 'eo'].map((vowel) => onset + vowel));
const endings = ['', 'r', 'nd', 'sk'];

const short = syllables.length ** 2 * endings.length;
const long = syllables.length * short;
/** Share no factor with the counts above, so that stepping by them meets every word once, neighbours unlike. */
const shortStep = 2741;
const longStep = 104_729;

/** The n-th invented word, pronounceable and different from all others: two syllables while they last, then three. */
export const coinWord = (n: number): string => {
  if (n < short) return spell((n * shortStep) % short, 2);
  if (n < short + long) return spell(((n - short) * longStep) % long, 3);
  throw new RangeError(`there is no invented word number ${n}`);
};

const spell = (code: number, length: number) => {
  let rest = Math.floor(code / endings.length);
  let word = endings[code % endings.length] ?? '';
  for (let place = 0; place < length; place++) {
    word = (syllables[rest % syllables.length] ?? '') + word;
    rest = Math.floor(rest / syllables.length);
  }
  return word;
};
