/**
 * Whether the remainders of two words are within `errors` of each other (optimal string alignment distance). With
 * `isPrefix`, whether the first is within that distance of a prefix of the other. Recursive rather than table-based,
 * because most pairs of words are ruled out after a few letters.
 */
const isWithin = (
  one: string,
  from: number,
  other: string,
  otherFrom: number,
  errors: number,
  isPrefix: boolean,
): boolean => {
  let at = from;
  let otherAt = otherFrom;
  while (at < one.length && otherAt < other.length && one.charCodeAt(at) === other.charCodeAt(otherAt)) {
    at++;
    otherAt++;
  }
  const left = one.length - at;
  const otherLeft = other.length - otherAt;
  if (left === 0 && isPrefix) return true;
  if (left === 0 || otherLeft === 0) return left + otherLeft <= errors;
  if (errors === 0 || left - otherLeft > errors || (otherLeft - left > errors && !isPrefix)) return false;
  const isSwap =
    left > 1 &&
    otherLeft > 1 &&
    one.charCodeAt(at) === other.charCodeAt(otherAt + 1) &&
    one.charCodeAt(at + 1) === other.charCodeAt(otherAt);
  return (
    (isSwap && isWithin(one, at + 2, other, otherAt + 2, errors - 1, isPrefix)) ||
    isWithin(one, at + 1, other, otherAt + 1, errors - 1, isPrefix) ||
    isWithin(one, at, other, otherAt + 1, errors - 1, isPrefix) ||
    isWithin(one, at + 1, other, otherAt, errors - 1, isPrefix)
  );
};

const countErrors = (one: string, other: string, max: number, isPrefix: boolean): number => {
  for (let errors = 0; errors <= max; errors++) if (isWithin(one, 0, other, 0, errors, isPrefix)) return errors;
  return max + 1;
};

/** The number of typing errors between two words, or `max + 1` if there are more than `max`. */
export const editDistance = (one: string, other: string, max: number): number => countErrors(one, other, max, false);

/** The number of typing errors between a typed beginning and the prefix of a word that is closest to it. */
export const prefixDistance = (beginning: string, word: string, max: number): number =>
  countErrors(beginning, word, max, true);
