import { nameRefsIn, nameRefText } from '#contract/values/lists.ts';
import { browserClient } from '../../browser-client.ts';
import type { TypedName } from './typed-names.ts';

export interface SimilarName {
  /** As in the parameters `with` and `without`. */
  ref: string;
  name: string;
}

/** What was typed, and the names it may stand for. */
export interface UnknownName {
  typed: string;
  similar: SimilarName[];
}

interface LookedUp {
  /** Refs of the known names: of a performer if there is no such tag. */
  refs: string[];
  unknown: UnknownName[];
}

/** Asks the catalogue for names. Undefined if one of them is a term for which the site only shows where to find help. */
export const lookUpNames = async (names: TypedName[]): Promise<LookedUp | undefined> => {
  const asked = names.map(({ typed, ref }) => ({
    typed,
    ref: ref ?? nameRefsIn(typed).map((each) => each && nameRefText(each))[0],
  }));
  const possible = asked.flatMap(({ ref }) => ref ?? []);
  const query = { limit: 1, with: possible.join(), facets: true };
  const { facets, notice } =
    possible.length === 0
      ? { facets: undefined }
      : { notice: undefined, ...(await browserClient.getNewVideos({ query })) };
  if (notice) return undefined;
  const similarTo = (ref: string | undefined) => (ref === undefined ? [] : facets?.unknownNames?.[ref]);
  return {
    refs: asked.flatMap(({ ref }) =>
      ref === undefined || similarTo(ref) ? [] : (facets?.resolvedNames?.[ref] ?? ref),
    ),
    unknown: asked.flatMap(({ typed, ref }) => {
      const similar = similarTo(ref);
      return similar ? [{ typed, similar }] : [];
    }),
  };
};
