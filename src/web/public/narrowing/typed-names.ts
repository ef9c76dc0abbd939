import type { SimilarName } from './look-up-names.ts';

/** The text of an input for names, separated by commas. */
export interface TypedNames {
  text: string;
  /** Refs of the names that were chosen from suggestions. A tag and a performer may have the same name. */
  chosen: Record<string, string>;
}

export interface TypedName {
  typed: string;
  /** Undefined if it was typed in full, so that only the catalogue knows what it is. */
  ref: string | undefined;
}

export const noNames: TypedNames = { text: '', chosen: {} };

const partsOf = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

export const namesIn = ({ text, chosen }: TypedNames): TypedName[] =>
  partsOf(text).map((typed) => ({ typed, ref: Object.hasOwn(chosen, typed) ? chosen[typed] : undefined }));

export const lastOf = ({ text }: TypedNames) => text.split(',').at(-1)?.trim() ?? '';

const joined = (names: string[], { chosen }: TypedNames, { name, ref }: SimilarName): TypedNames => ({
  text: names.join(', '),
  chosen: { ...chosen, [name]: ref },
});

/** A comma would make two names of it. */
const withoutCommas = ({ ref, name }: SimilarName): SimilarName => ({
  ref,
  name: name.replace(/\s*,\s*/g, ' ').trim(),
});

/** The names with the last one, which may be half typed, replaced by a suggestion. */
export const completed = (names: TypedNames, suggestion: SimilarName): TypedNames => {
  const chosen = withoutCommas(suggestion);
  return joined([...partsOf(names.text.split(',').slice(0, -1).join()), chosen.name], names, chosen);
};

/** The names with an unknown one replaced by a similar one. */
export const corrected = (names: TypedNames, unknown: string, similar: SimilarName): TypedNames => {
  const chosen = withoutCommas(similar);
  return joined(
    partsOf(names.text).map((typed) => (typed === unknown ? chosen.name : typed)),
    names,
    chosen,
  );
};
