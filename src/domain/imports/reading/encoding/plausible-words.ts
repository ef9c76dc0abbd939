/** What is between words: ASCII that is no letter, and the blanks, quotes and dashes of other scripts. */
const between =
  /[\s!-@[-`{-~«»¡¿·°\u2010-\u2015\u2018-\u201f\u2026\u2116\u3001-\u3004\u3008-\u3020\uff01-\uff20\uff3b-\uff40\uff5b-\uff60]+/u;

/** As people write capitals: first, all or none. A word without any letter of ASCII is in another script. */
const latin = /^(?=.*[A-Za-z]|.$)(?=\p{Script=Latin}+$)(\p{Lu}?\p{Ll}+|\p{Lu}+)$/u;
const cyrillic = /^(?=\p{Script=Cyrillic}+$)(\p{Lu}?\p{Ll}+|\p{Lu}+)$/u;
const greek = /^(?=\p{Script=Greek}+$)(\p{Lu}?\p{Ll}+|\p{Lu}+)$/u;
const withoutCase = /^([\p{Script=Hebrew}\p{M}]+|[\p{Script=Arabic}\p{M}]+|[\p{Script=Thai}\p{M}]+)$/u;
/** No blanks part them from names in Latin letters. Half-width letters are what other encodings look like. */
const eastAsian =
  /^(?!.*[\uff61-\uff9f])([A-Za-z\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー・]+|[A-Za-z\p{Script=Hangul}]+)$/u;
const words = [latin, cyrillic, greek, withoutCase, eastAsian];

const ascii = /^[A-Za-z]*$/;

/** From 0 to 1: how many of the words beyond ASCII look like words of one script. */
export const plausibilityOf = (text: string): number => {
  const foreign = text.split(between).filter((word) => !ascii.test(word));
  const plausible = foreign.filter((word) => words.some((pattern) => pattern.test(word)));
  return foreign.length === 0 ? 0 : plausible.length / foreign.length;
};
