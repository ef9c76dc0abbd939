const syllables = 'l m r v s t d b n'
  .split(' ')
  .flatMap((onset) => ['a', 'e', 'o', 'ia', 'eo'].map((vowel) => onset + vowel));
const endings = ['', 'r', 'nd', 'sk'];

/** Coprime to the number of words of any length: stepping by it yields each word once, and neighbours look different. */
const step = 104_729;

/** The n-th invented word, pronounceable and unique: two syllables until those run out, then three, and so on. */
export const inventWord = (n: number): string => {
  let rest = n;
  for (let length = 2; ; length++) {
    const words = syllables.length ** length * endings.length;
    if (rest < words) return spell((rest * step) % words, length);
    rest -= words;
  }
};

const spell = (code: number, length: number) => {
  let rest = Math.floor(code / endings.length);
  let word = endings[code % endings.length] ?? '';
  for (let index = 0; index < length; index++) {
    word = (syllables[rest % syllables.length] ?? '') + word;
    rest = Math.floor(rest / syllables.length);
  }
  return word;
};
