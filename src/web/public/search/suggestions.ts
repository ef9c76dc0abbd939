import type { Suggestion } from '#contract/search.ts';
import { slugOf } from '#contract/values/slug.ts';
import { suggestionLimits as max } from '#contract/values/suggestions.ts';
import { titleSearch } from '#contract/values/title-search.ts';
import { wordsOfSlug } from '../../components/format/text.ts';
import { performerHref, tagHref } from '../hrefs.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A name as it is stored and with spaces for its hyphens. */
const variantsOf = (name: string) => [...new Set([wordsOfSlug(name), name])];

const matching = (names: string[], text: string, type: Suggestion['type']): Suggestion[] => {
  const wanted = text.toLowerCase();
  return names
    .map((name) => variantsOf(name).find((variant) => variant.toLowerCase().includes(wanted)))
    .filter((variant) => variant !== undefined)
    .slice(0, max.perKind)
    .map((variant) => ({ text: variant, type, slug: slugOf(variant) }));
};

/** Names that contain the text: tags first, then performers. */
export const suggestionsFor = (text: string, { tags, performers }: Vocabulary): Suggestion[] => {
  const wanted = text.trim();
  if (wanted === '') return [];
  return [...matching(tags, wanted, 'tag'), ...matching(performers, wanted, 'star')].slice(0, max.total);
};

export const hrefOf = ({ type, slug }: Suggestion) => (type === 'tag' ? tagHref(slug) : performerHref(slug));

/** The name of a tag or performer is searched as typed; other text is searched in titles. */
export const searchTextOf = (text: string, { tags, performers }: Vocabulary) => {
  const wanted = text.trim().toLowerCase();
  const known = [...tags, ...performers].flatMap(variantsOf).some((name) => name.toLowerCase() === wanted);
  return known || wanted === '' ? text.trim() : titleSearch(text.trim());
};
