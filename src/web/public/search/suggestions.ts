import type { Suggestion } from '#contract/search.ts';
import { fold } from '#contract/values/fold.ts';
import { slugOf } from '#contract/values/slug.ts';
import { suggestionLimits as max } from '#contract/values/suggestions.ts';
import { titleSearch } from '#contract/values/title-search.ts';
import { performerHref, tagHref } from '../hrefs.ts';
import type { KnownName } from './known-names.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A tag is suggested once: by its name or, if only that contains the text, its slug. */
const tagVariants = ({ text, spaced }: KnownName, contains: (variant: string) => boolean) =>
  [spaced, text].filter(contains).slice(0, 1);

/** A performer is suggested by the slug and by the name with spaces (spec, section 3). */
const performerVariants = ({ text, spaced }: KnownName, contains: (variant: string) => boolean) =>
  [...new Set([text, spaced])].filter(contains);

/** Names that contain the text, ignoring case and accents: tags first, then performers. */
export const suggestionsFor = (typed: string, { tags, performers }: Vocabulary): Suggestion[] => {
  const wanted = fold(typed.trim());
  if (wanted === '') return [];
  const contains = (variant: string) => fold(variant).includes(wanted);
  const suggest = (names: KnownName[], type: Suggestion['type'], variantsOf: typeof tagVariants) =>
    names
      .flatMap((name) => variantsOf(name, contains).map((text) => ({ text, type, slug: slugOf(name.text) })))
      .slice(0, max.perKind);
  return [...suggest(tags, 'tag', tagVariants), ...suggest(performers, 'star', performerVariants)].slice(0, max.total);
};

export const hrefOf = ({ type, slug }: Suggestion) => (type === 'tag' ? tagHref(slug) : performerHref(slug));

/** The name of a tag or performer is searched as typed; other text is searched in titles. */
export const searchTextOf = (text: string, { tags, performers }: Vocabulary) => {
  const wanted = fold(text.trim());
  const isName = [...tags, ...performers].some((name) => fold(name.text) === wanted || fold(name.spaced) === wanted);
  return isName || wanted === '' ? text.trim() : titleSearch(text.trim());
};
