import type { Suggestion } from '#contract/search.ts';
import { slugOf } from '#contract/values/slug.ts';
import { wordsOfSlug } from '../../components/format/text.ts';
import { performerHref, tagHref } from '../hrefs.ts';
import type { Vocabulary } from './vocabulary.ts';

const most = { ofEach: 5, inAll: 8 };

/** A name as it is stored and with spaces for its hyphens. */
const variantsOf = (name: string) => [...new Set([wordsOfSlug(name), name])];

const matching = (names: string[], text: string, type: Suggestion['type']): Suggestion[] => {
  const wanted = text.toLowerCase();
  return names
    .map((name) => variantsOf(name).find((variant) => variant.toLowerCase().includes(wanted)))
    .filter((variant) => variant !== undefined)
    .slice(0, most.ofEach)
    .map((variant) => ({ text: variant, type, slug: slugOf(variant) }));
};

/** At most 5 tags and 5 performers whose name holds the text, tags first, 8 in all. */
export const suggestionsFor = (text: string, { tags, performers }: Vocabulary): Suggestion[] => {
  const wanted = text.trim();
  if (wanted === '') return [];
  return [...matching(tags, wanted, 'tag'), ...matching(performers, wanted, 'star')].slice(0, most.inAll);
};

export const hrefOf = ({ type, slug }: Suggestion) => (type === 'tag' ? tagHref(slug) : performerHref(slug));

/** A known tag or performer is searched as it is, anything else among the titles. */
export const searchTextOf = (text: string, { tags, performers }: Vocabulary) => {
  const wanted = text.trim().toLowerCase();
  const known = [...tags, ...performers].flatMap(variantsOf).some((name) => name.toLowerCase() === wanted);
  return known || wanted === '' ? text.trim() : `title:${text.trim()}`;
};
