import { type Spellings, tagNameOf } from '#contract/values/names.ts';

/** A tag or performer as the API lists it, and with spaces for hyphens or as it was entered. */
export interface KnownName {
  text: string;
  spaced: string;
}

export const knownNames = (texts: string[], spellings?: Spellings): KnownName[] =>
  texts.map((each) => {
    const text = each.trim();
    return { text, spaced: tagNameOf(text, spellings) };
  });
