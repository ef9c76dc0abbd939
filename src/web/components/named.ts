import { performerNameOf, type Spellings, tagNameOf } from '#contract/values/names.ts';

/** The slug and the display name of a tag or performer. */
export interface Named {
  slug: string;
  name: string;
}

export const namedTags = (slugs: string[], spellings?: Spellings): Named[] =>
  slugs.map((slug) => ({ slug, name: tagNameOf(slug, spellings) }));

export const namedPerformers = (slugs: string[], spellings?: Spellings): Named[] =>
  slugs.map((slug) => ({ slug, name: performerNameOf(slug, spellings) }));

export const slugsOf = (names: Named[]) => names.map(({ slug }) => slug);
