import { nameRefsIn, nameRefText } from '#contract/values/lists.ts';
import { browserClient } from '../../browser-client.ts';

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
  /** Refs of the known names. */
  refs: string[];
  unknown: UnknownName[];
}

/** Asks the catalogue for names. Undefined if one of them is a term for which the site only shows where to find help. */
export const lookUpNames = async (typed: string[]): Promise<LookedUp | undefined> => {
  const asked = typed.map((text) => ({ typed: text, ref: nameRefsIn(text).map((ref) => ref && nameRefText(ref))[0] }));
  const possible = asked.flatMap(({ ref }) => ref ?? []);
  const query = { limit: 1, with: possible.join(), facets: true };
  const { facets, notice } =
    possible.length === 0
      ? { facets: undefined }
      : { notice: undefined, ...(await browserClient.getNewVideos({ query })) };
  if (notice) return undefined;
  const similarTo = (ref: string | undefined) => (ref === undefined ? [] : facets?.unknownNames?.[ref]);
  return {
    refs: asked.flatMap(({ ref }) => (ref === undefined || similarTo(ref) ? [] : ref)),
    unknown: asked.flatMap(({ typed, ref }) => {
      const similar = similarTo(ref);
      return similar ? [{ typed, similar }] : [];
    }),
  };
};
