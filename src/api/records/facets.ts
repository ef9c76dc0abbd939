import type { Facets } from '#contract/narrowing.ts';
import { displayNameOf } from '#contract/values/names.ts';
import { type NameRef, nameRefText } from '#contract/values/narrowing.ts';
import type { CatalogueIndex, Filter } from '#domain/search/catalogue-index.ts';

type Index = Pick<CatalogueIndex, 'facets' | 'findName'>;

const nameOf = (index: Index, { kind, slug }: NameRef) =>
  displayNameOf(kind, index.findName(kind, slug) ?? { slug, name: slug });

/** The facets of a list. One of a category has no other categories to choose from. */
export const toFacets = (index: Index, filter: Filter, isOfCategory: boolean): Facets => {
  const { tags, performers, durations, ages, categories } = index.facets(filter);
  const named = [...(filter.with ?? []), ...(filter.without ?? [])];
  return {
    durations,
    ages,
    ...(isOfCategory ? {} : { categories }),
    tags: tags.map((tag) => ({ ...tag, name: nameOf(index, { kind: 'tag', slug: tag.slug }) })),
    performers: performers.map((star) => ({ ...star, name: nameOf(index, { kind: 'performer', slug: star.slug }) })),
    names: Object.fromEntries(named.map((name) => [nameRefText(name), nameOf(index, name)])),
  };
};
